import { table } from "../dataset/Table.ts"
import { GuestInvite } from "./GuestInvite.ts"

/** Invitations of guests to become members. */
export const inviteTables = {
  guestInvites: table(GuestInvite, {
    key: ["id"],
    uniques: { guest_invites_token_hash_key: { fields: ["tokenHash"] } },
    references: {
      guest_invites_member_id_fkey: { fields: ["memberId"], to: "members" },
      guest_invites_organization_id_fkey: { fields: ["organizationId"], to: "organizations" },
      guest_invites_program_fkey: { fields: ["organizationId", "programId"], to: "programs" },
      guest_invites_property_fkey: { fields: ["organizationId", "propertyId"], to: "properties" },
      guest_invites_reservation_fkey: { fields: ["organizationId", "reservationId"], to: "reservations" }
    },
    tenant: "organizationId",
    global: { tokenHash: "a link carries the token alone" }
  })
}
