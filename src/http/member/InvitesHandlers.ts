import { HttpApiBuilder } from "effect/http-api"
import { acceptInvite } from "../../domain/invites/acceptInvite.ts"
import { MemberApi } from "./MemberApi.ts"

/** A client that hangs up does not stop a write midway. */
const options = { uninterruptible: true } as const

export const InvitesHandlers = HttpApiBuilder.group(MemberApi, "invites", (handlers) =>
  handlers.handleAll({
    acceptInvite: { handler: ({ payload }) => acceptInvite(payload.token), options }
  })
)
