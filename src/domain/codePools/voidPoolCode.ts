import { DateTime, Effect } from "effect"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { auditPool } from "./auditPool.ts"
import { shownStatus } from "./CodePool.ts"
import { CodePools } from "./CodePools.ts"
import { lockCodePool } from "./lockCodePool.ts"
import { PoolCodes } from "./PoolCodes.ts"

/**
 * Makes a code void that no claim holds; a void one stays so. A code that a claim holds or held is refused: end the
 * claim instead.
 */
export const voidPoolCode = Effect.fnUntraced(function* (poolId: string, codeId: string) {
  const pools = yield* CodePools
  const pool = yield* lockCodePool(poolId)
  const stored = yield* PoolCodes.use(({ updateVoid }) => updateVoid({ pool, codeId }))
  const status = shownStatus(pool, stored)
  if (status === "assigned" || status === "redeemed") return yield* new StateConflict({ currentStatus: status })
  if (status === "void") return
  yield* pools.update(pool, { updatedAt: yield* DateTime.now })
  yield* auditPool(pool, "code_voided", { codeId, status }, { codeId, status: "void" })
})
