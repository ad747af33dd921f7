import { Effect } from "effect"
import { changeGuestInvite } from "../../domain/invites/changeGuestInvite.ts"
import { createGuestInvite } from "../../domain/invites/createGuestInvite.ts"
import { getGuestInvite, listGuestInvites } from "../../domain/invites/readGuestInvites.ts"
import { resendGuestInvite } from "../../domain/invites/resendGuestInvite.ts"
import { revokeGuestInvite } from "../../domain/invites/revokeGuestInvite.ts"
import { handlersOf } from "../surface/handlers.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const GuestInvitesHandlers = handlersOf(
  PartnerApi,
  "guestInvites"
)({
  listGuestInvites: ({ query: { status, ...query } }) => listGuestInvites({ ...query, statuses: status }),
  createGuestInvite: ({ payload }) => Effect.flatMap(RequestFacts, ({ id }) => createGuestInvite(payload, id)),
  getGuestInvite: ({ params }) => getGuestInvite(params.inviteId),
  changeGuestInvite: ({ params, payload }) =>
    Effect.flatMap(RequestFacts, ({ id }) => changeGuestInvite(params.inviteId, payload, id)),
  resendGuestInvite: ({ params, payload }) =>
    Effect.flatMap(RequestFacts, ({ id }) => resendGuestInvite(params.inviteId, payload.channel, id)),
  revokeGuestInvite: ({ params, payload }) =>
    Effect.flatMap(RequestFacts, ({ id }) => revokeGuestInvite(params.inviteId, payload.reason, id))
})
