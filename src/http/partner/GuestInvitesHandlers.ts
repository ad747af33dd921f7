import { changeGuestInvite } from "../../domain/invites/changeGuestInvite.ts"
import { createGuestInvite } from "../../domain/invites/createGuestInvite.ts"
import { getGuestInvite, listGuestInvites } from "../../domain/invites/readGuestInvites.ts"
import { resendGuestInvite } from "../../domain/invites/resendGuestInvite.ts"
import { revokeGuestInvite } from "../../domain/invites/revokeGuestInvite.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const GuestInvitesHandlers = handlersOf(
  PartnerApi,
  "guestInvites"
)({
  listGuestInvites: ({ query: { status, ...query } }) => listGuestInvites({ ...query, statuses: status }),
  createGuestInvite: ({ payload }) => createGuestInvite(payload),
  getGuestInvite: ({ params }) => getGuestInvite(params.inviteId),
  changeGuestInvite: ({ params, payload }) => changeGuestInvite(params.inviteId, payload),
  resendGuestInvite: ({ params, payload }) => resendGuestInvite(params.inviteId, payload.channel),
  revokeGuestInvite: ({ params, payload }) => revokeGuestInvite(params.inviteId, payload.reason)
})
