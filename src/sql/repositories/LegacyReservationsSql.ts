import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { LegacyReservations } from "../../domain/reservations/LegacyReservations.ts"
import { Reservation } from "../../domain/reservations/Reservation.ts"
import { LegacyReservationMissing } from "../../domain/reservations/ReservationErrors.ts"

const Row = Schema.Struct({ externalId: Reservation.fields.externalId })

/** Booking references in this database. */
export const makeLegacyReservationsSql: Effect.Effect<LegacyReservations["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const selectExternalId = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Row,
      execute: (documentId) => sql`
      SELECT r.external_id AS "externalId"
      FROM legacy_reservations l
      JOIN reservations r ON r.id = l.reservation_id
      WHERE l.document_id = ${documentId}`
    })

    return {
      getExternalId: Effect.fnUntraced(function* (documentId: string) {
        const row = yield* Effect.orDie(selectExternalId(documentId))
        return Option.isNone(row) ? yield* new LegacyReservationMissing() : row.value.externalId
      })
    }
  })
