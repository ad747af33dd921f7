import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import type { OfferId } from "../../domain/offers/Offer.ts"
import type { OfferCode, OfferCodePool } from "../../domain/offers/OfferCode.ts"
import { OfferCodes } from "../../domain/offers/OfferCodes.ts"
import { makeOfferCodesSql } from "../../sql/repositories/OfferCodesSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(OfferCodes, makeOfferCodesSql)

const asTaken = Order.combine(
  Order.mapInput(
    Order.Number,
    ({ expiresAt }: OfferCodePool) => expiresAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY
  ),
  Order.mapInput(Order.Number, ({ id }: OfferCodePool) => id)
)

const byId = Order.mapInput(Order.Number, ({ id }: OfferCode) => id)

/** The available codes of an offer's pools, in the order of assignment. */
export const freeCodes = (
  pools: ReadonlyArray<OfferCodePool>,
  codes: ReadonlyArray<OfferCode>,
  offerId: OfferId,
  now: DateTime.Utc
): ReadonlyArray<OfferCode> =>
  pools
    .filter(
      (pool) =>
        pool.offerId === offerId &&
        pool.status === "active" &&
        (pool.expiresAt === null || DateTime.isGreaterThan(pool.expiresAt, now))
    )
    .toSorted(asTaken)
    .flatMap((pool) =>
      codes.filter(({ poolId, status }) => poolId === pool.id && status === "available").toSorted(byId)
    )

export const layerMemory = Layer.effect(
  OfferCodes,
  Effect.gen(function* () {
    const { offerCodePools, offerCodes } = yield* Memory
    return OfferCodes.of({
      updateAssigned: Effect.fnUntraced(function* ({ fulfillmentId, now, offerId }) {
        const pools = yield* TxHashMap.values(offerCodePools)
        const codes = yield* TxHashMap.values(offerCodes)
        const [code] = freeCodes(pools, codes, offerId, now)
        if (code === undefined) return Option.none()
        if (codes.some((other) => other.fulfillmentId === fulfillmentId)) {
          return yield* Effect.die(new Error("Constraint: offer_codes_fulfillment_key"))
        }
        yield* TxHashMap.set(offerCodes, String(code.id), {
          ...code,
          status: "assigned",
          fulfillmentId,
          assignedAt: now
        })
        return Option.some({ id: code.id, xid: code.xid, valueEnc: code.valueEnc })
      }, Effect.tx)
    })
  })
)
