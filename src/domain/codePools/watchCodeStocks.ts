import { DateTime, Effect, Option } from "effect"
import { processDue } from "../jobs/processDue.ts"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { atomically } from "../shared/atomically.ts"
import { auditPool } from "./auditPool.ts"
import { lowStockSince } from "./CodePool.ts"
import { CodePools, type WatchedPool } from "./CodePools.ts"

/** Notifies the venue of the pool's offer, or the organization, of low stock. */
const raiseNotice = Effect.fnUntraced(function* (watched: WatchedPool, available: number, now: DateTime.Utc) {
  const { offer, organizationXid, pool, propertyId } = watched
  const { lowStockThreshold } = pool
  yield* Outbox.use(({ insert }) =>
    insert({
      kind: propertyId === null ? "organization_notification" : "property_notification",
      payload: {
        event: "low_stock",
        organizationId: organizationXid,
        propertyId,
        offerId: offer.xid,
        offerName: offer.name,
        poolId: pool.xid,
        poolName: pool.name,
        available,
        lowStockThreshold
      },
      createdAt: now
    })
  )
  yield* auditPool(pool, "low_stock", null, { available, lowStockThreshold })
})

/** Checks the stock of one pool under its lock; returns the number of notices raised: 0 or 1. */
const watchStock = Effect.fnUntraced(function* (poolId: OfferCodePool["id"]) {
  const pools = yield* CodePools
  const watched = yield* pools.findWatchedForUpdate(poolId)
  if (Option.isNone(watched)) return 0
  const { pool } = watched.value
  const now = yield* DateTime.now
  const { available } = yield* pools.tally(poolId)
  const since = lowStockSince(pool, available, now)
  if ((since === null) === (pool.lowStockSince === null)) return 0
  yield* pools.update(pool, { lowStockSince: since })
  if (since === null) return 0
  yield* raiseNotice(watched.value, available, now)
  return 1
}, atomically)

/**
 * Tallies the pools whose codes changed, and raises one notice for each whose stock has since dropped to its threshold;
 * after a refill above it there can be another. Returns the number of notices. Safe to run in several processes.
 */
export const watchCodeStocks = Effect.fn("watchCodeStocks")(function* () {
  const pools = yield* CodePools
  return yield* processDue(() => pools.listUntallied, watchStock)
})
