import { DateTime, Effect } from "effect"
import { auditPool, poolSettings } from "./auditPool.ts"
import { CodePools } from "./CodePools.ts"
import { lockCodePool } from "./lockCodePool.ts"

/**
 * Archives a pool permanently: a concurrent claim either has its code already or finds none, remaining codes become
 * void, and assigned ones stay valid (DOMAIN 8.3). Archiving again has no effect.
 */
export const archiveCodePool = Effect.fnUntraced(function* (poolId: string) {
  const pools = yield* CodePools
  const pool = yield* lockCodePool(poolId)
  if (pool.status === "archived") return
  const updatedAt = yield* DateTime.now
  // The remaining codes, possibly many, are not updated: in an archived pool they count as void.
  yield* pools.update(pool, { status: "archived", lowStockSince: null, updatedAt })
  yield* auditPool(pool, "archived", poolSettings(pool), poolSettings({ ...pool, status: "archived" }))
})
