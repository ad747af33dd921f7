import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { OfferId } from "../../domain/offers/Offer.ts"
import { OfferCode } from "../../domain/offers/OfferCode.ts"
import type { OfferCodes } from "../../domain/offers/OfferCodes.ts"
import { Timestamp } from "../statements/columns.ts"

const Taker = Schema.Struct({ offerId: OfferId, fulfillmentId: FulfillmentId, now: Timestamp })

const Taken = Schema.Struct({
  id: OfferCode.fields.id,
  xid: OfferCode.fields.xid,
  valueEnc: OfferCode.fields.valueEnc
})

/** External codes in this database. */
export const makeOfferCodesSql: Effect.Effect<OfferCodes["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    // Pools are searched one after the other, so that no code is locked needlessly: concurrent claims would skip it.
    const assign = (locked: "SKIP LOCKED" | "") =>
      SqlSchema.findOneOption({
        Request: Taker,
        Result: Taken,
        execute: ({ fulfillmentId, now, offerId }) => sql`
          WITH pool AS MATERIALIZED (
            SELECT p.id FROM offer_code_pools p
            WHERE p.offer_id = ${offerId} AND p.status = 'active'
              AND (p.expires_at IS NULL OR p.expires_at > ${now}::timestamptz)
            ORDER BY p.expires_at NULLS LAST, p.id FOR SHARE
          ), free AS MATERIALIZED (
            SELECT code.id FROM pool CROSS JOIN LATERAL (
              SELECT c.id FROM offer_codes c WHERE c.pool_id = pool.id AND c.status = 'available'
              ORDER BY c.id LIMIT 1 FOR UPDATE ${sql.literal(locked)}
            ) code
            LIMIT 1
          )
          UPDATE offer_codes c SET status = 'assigned', fulfillment_id = ${fulfillmentId}::uuid, assigned_at = ${now}
          FROM free WHERE c.id = free.id
          RETURNING c.id, c.xid, c.value_enc AS "valueEnc"`
      })

    const assignFree = assign("SKIP LOCKED")
    const assignHeld = assign("")

    return {
      // The last codes may be held by a claim that fails, or by a rotation of the secret, which reseals many at once.
      updateAssigned: (taker) =>
        assignFree(taker).pipe(
          Effect.flatMap((free) => (Option.isSome(free) ? Effect.succeed(free) : assignHeld(taker))),
          Effect.orDie
        )
    }
  }
)
