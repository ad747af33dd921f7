import { DateTime, Schema } from "effect"
import { table } from "../dataset/Table.ts"
import { LegacyReservation, legacyIdsDeprecatedAt, Reservation } from "./Reservation.ts"

const isStay = Schema.is(Schema.Struct({ createdAt: Schema.DateTimeUtc }))

/** Stays, and their legacy booking references. */
export const reservationTables = {
  reservations: table(Reservation, {
    key: ["id"],
    uniques: {
      reservations_external_id_key: { fields: ["organizationId", "externalId"] },
      reservations_tenant_key: { fields: ["organizationId", "id"] },
      reservations_uuid_key: { fields: ["organizationId", "uuid"] }
    },
    references: {
      reservations_member_id_fkey: { fields: ["memberId"], to: "members" },
      reservations_organization_id_fkey: { fields: ["organizationId"], to: "organizations" },
      reservations_organization_id_property_id_fkey: { fields: ["organizationId", "propertyId"], to: "properties" },
      reservations_program_fkey: { fields: ["organizationId", "programId"], to: "programs" }
    },
    tenant: "organizationId"
  }),
  legacyReservations: table(LegacyReservation, {
    key: ["documentId"],
    references: {
      legacy_reservations_reservation_id_fkey: {
        fields: ["reservationId"],
        to: "reservations",
        where: (stay) => isStay(stay) && DateTime.isLessThan(stay.createdAt, legacyIdsDeprecatedAt)
      }
    },
    tenant: "reservationId",
    global: { documentId: "an old link carries no tenant" }
  })
}
