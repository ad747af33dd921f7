import { DateTime, Effect, Equal } from "effect"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { auditPool, poolSettings } from "./auditPool.ts"
import { lowStockSince } from "./CodePool.ts"
import { CodePools } from "./CodePools.ts"
import { lockCodePool } from "./lockCodePool.ts"
import { getLockedCodePool } from "./readCodePools.ts"

/** New settings of a pool; absent fields stay, null removes. */
export interface CodePoolSettings {
  readonly name?: string | undefined
  readonly status?: "active" | "paused" | undefined
  readonly lowStockThreshold?: number | null | undefined
  readonly expiresAt?: DateTime.Utc | null | undefined
}

const applySettings = (pool: OfferCodePool, settings: CodePoolSettings): OfferCodePool => ({
  ...pool,
  name: settings.name ?? pool.name,
  status: settings.status ?? pool.status,
  lowStockThreshold: settings.lowStockThreshold === undefined ? pool.lowStockThreshold : settings.lowStockThreshold,
  expiresAt: settings.expiresAt === undefined ? pool.expiresAt : settings.expiresAt
})

/**
 * Changes the settings of a pool that is not archived; no effect if nothing differs. A changed threshold raises no
 * notice by itself, since the caller sees whether the stock is low.
 */
export const changeCodePool = Effect.fnUntraced(function* (poolId: string, settings: CodePoolSettings) {
  const pools = yield* CodePools
  const pool = yield* lockCodePool(poolId)
  if (pool.status === "archived") return yield* new StateConflict({ currentStatus: pool.status })
  const changed = applySettings(pool, settings)
  const [before, after] = [poolSettings(pool), poolSettings(changed)]
  if (Equal.equals(before, after)) return yield* getLockedCodePool(poolId)
  const now = yield* DateTime.now
  const { expiresAt, lowStockThreshold, name, status } = changed
  const since =
    lowStockThreshold === pool.lowStockThreshold
      ? pool.lowStockSince
      : lowStockSince(changed, (yield* pools.tally(pool.id)).available, now)
  yield* pools.update(pool, { name, status, lowStockThreshold, expiresAt, lowStockSince: since, updatedAt: now })
  yield* auditPool(pool, "changed", before, after)
  return yield* getLockedCodePool(poolId)
})
