import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { auditPool } from "./auditPool.ts"
import { effectiveStatus } from "./CodePool.ts"
import { CodePools } from "./CodePools.ts"
import { PoolCodes } from "./PoolCodes.ts"

/**
 * Voids a code that no claim holds; no effect on a void one. Refused for a code that a claim holds or held: end the
 * claim instead. A missing code is missing for every caller, before the caller's reach counts (0.3).
 */
export const voidPoolCode = Effect.fnUntraced(function* (poolId: string, codeId: string) {
  const { reach } = yield* PartnerCaller
  const pools = yield* CodePools
  const pool = yield* pools.getForUpdate({ reach, poolId })
  const stored = yield* PoolCodes.use(({ updateVoid }) => updateVoid({ pool, codeId }))
  yield* requireAllVenues(reach)
  const status = effectiveStatus(pool, stored)
  if (status === "assigned" || status === "redeemed") return yield* new StateConflict({ currentStatus: status })
  if (status === "void") return
  yield* pools.update(pool, { updatedAt: yield* DateTime.now })
  yield* auditPool(pool, "code_voided", { codeId, status }, { codeId, status: "void" })
})
