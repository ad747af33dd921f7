import { table } from "../dataset/Table.ts"
import { Fulfillment } from "./Fulfillment.ts"
import { RedemptionRecord } from "./RedemptionRecord.ts"
import { VerificationAttemptRow } from "./VerificationAttempt.ts"

/** Claims of offers, and the desks' actions on them. */
export const fulfillmentTables = {
  fulfillments: table(Fulfillment, {
    key: ["id"],
    uniques: { fulfillments_tenant_key: { fields: ["organizationId", "id"] } },
    references: {
      fulfillments_member_id_fkey: { fields: ["memberId"], to: "members" },
      fulfillments_offer_fkey: { fields: ["organizationId", "offerId"], to: "offers" },
      fulfillments_property_fkey: { fields: ["organizationId", "propertyId"], to: "properties" },
      fulfillments_reservation_fkey: { fields: ["organizationId", "reservationId"], to: "reservations" }
    },
    tenant: "organizationId"
  }),
  redemptionRecords: table(RedemptionRecord, {
    key: ["id"],
    references: {
      redemption_records_fulfillment_fkey: { fields: ["organizationId", "fulfillmentId"], to: "fulfillments" }
    },
    tenant: "organizationId"
  }),
  verificationAttempts: table(VerificationAttemptRow, {
    key: ["id"],
    references: { verification_attempts_fulfillment_id_fkey: { fields: ["fulfillmentId"], to: "fulfillments" } },
    tenant: "fulfillmentId",
    journal: true
  })
}
