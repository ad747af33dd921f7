import { DateTime, Effect } from "effect"
import { auditPool, poolSettings } from "./auditPool.ts"
import { CodePools } from "./CodePools.ts"
import { lockCodePool } from "./lockCodePool.ts"

/**
 * Archives a pool for good: a claim at the same time has its code or finds none, codes left are void from then on, and
 * assigned ones stay valid (DOMAIN 8.3). Archiving again changes nothing.
 */
export const archiveCodePool = Effect.fnUntraced(function* (poolId: string) {
  const pools = yield* CodePools
  const pool = yield* lockCodePool(poolId)
  if (pool.status === "archived") return
  const updatedAt = yield* DateTime.now
  // The codes left need no change of their own: in an archived pool they are void, however many there are.
  yield* pools.update(pool, { status: "archived", lowStockSince: null, updatedAt })
  yield* auditPool(pool, "archived", poolSettings(pool), poolSettings({ ...pool, status: "archived" }))
})
