import { table } from "../dataset/Table.ts"
import { GuestInvite } from "./GuestInvite.ts"
import { InviteLink } from "./InviteLink.ts"

/** Invitations of guests to become members, and the links by which guests request one. */
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
    global: { tokenHash: "a link carries only the token" }
  }),
  inviteLinks: table(InviteLink, {
    key: ["id"],
    uniques: {
      invite_links_property_key: { fields: ["organizationId", "propertyId"] },
      invite_links_token_hash_key: { fields: ["tokenHash"] }
    },
    references: {
      invite_links_property_fkey: { fields: ["organizationId", "propertyId"], to: "properties" }
    },
    tenant: "organizationId",
    global: { tokenHash: "a guest who requests an invite has only the token" }
  })
}
