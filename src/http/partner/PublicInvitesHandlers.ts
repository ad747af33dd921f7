import { Effect } from "effect"
import { getOpenLink, sendPublicInvite } from "../../domain/invites/sendPublicInvite.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const PublicInvitesHandlers = handlersOf(
  PartnerApi,
  "publicInvites"
)({
  sendPublicInvite: {
    staged: ({ payload: { inviteLinkToken, ...request } }, once) =>
      Effect.flatMap(getOpenLink(inviteLinkToken), (link) =>
        once(sendPublicInvite(link, request), { tenant: `link:${link.id}` })
      )
  }
})
