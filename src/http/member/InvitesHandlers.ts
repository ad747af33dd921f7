import { acceptInvite } from "../../domain/invites/acceptInvite.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const InvitesHandlers = handlersOf(
  MemberApi,
  "invites"
)({
  acceptInvite: ({ payload }) => acceptInvite(payload.token)
})
