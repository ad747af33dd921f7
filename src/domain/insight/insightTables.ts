import { table } from "../dataset/Table.ts"
import { GuestIntelligence, InsightRun, InsightSecret } from "./GuestIntelligence.ts"

/** The pipeline's records of guests, the secrets of their hashes, and its runs. */
export const insightTables = {
  guestIntelligence: table(GuestIntelligence, {
    key: ["id"],
    uniques: { guest_intelligence_hash_key: { fields: ["hashedPmsGuestId", "organizationId"] } },
    references: {
      guest_intelligence_guest_fkey: { fields: ["organizationId", "guestId"], to: "guests" },
      guest_intelligence_member_fkey: { fields: ["memberId"], to: "members" },
      guest_intelligence_organization_fkey: { fields: ["organizationId"], to: "organizations" },
      guest_intelligence_property_fkey: { fields: ["organizationId", "propertyId"], to: "properties" },
      guest_intelligence_reservation_fkey: { fields: ["organizationId", "reservationId"], to: "reservations" }
    },
    tenant: "organizationId",
    global: { hashedPmsGuestId: "global staff identify a record by its hash, which no other organization has" }
  }),
  insightSecrets: table(InsightSecret, {
    key: ["organizationId"],
    references: { insight_secrets_organization_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  }),
  insightRuns: table(InsightRun, {
    key: ["id"],
    references: { insight_runs_organization_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  })
}
