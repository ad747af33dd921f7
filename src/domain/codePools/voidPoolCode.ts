import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { expireDueOfOffers, hasDueClaimsOfOffer } from "../fulfillments/expireFulfillments.ts"
import type { OfferId } from "../offers/Offer.ts"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { retryAfterWork, WorkFirst } from "../shared/WorkFirst.ts"
import { auditPool } from "./auditPool.ts"
import { effectiveStatus } from "./CodePool.ts"
import { CodePools } from "./CodePools.ts"
import { PoolCodes } from "./PoolCodes.ts"

/**
 * Voids a code that no claim holds; no effect on a void one. Refused for a code that a claim holds or held: end the
 * claim instead. A missing code is missing for every caller, before the caller's reach counts (0.3). Run it in
 * `retryWithHoldersExpired`.
 */
export const voidPoolCode = Effect.fnUntraced(function* (poolId: string, codeId: string, areExpired: boolean) {
  const { reach } = yield* PartnerCaller
  const pools = yield* CodePools
  const pool = yield* pools.getForUpdate({ reach, poolId })
  const stored = yield* PoolCodes.use(({ updateVoid }) => updateVoid({ pool, codeId }))
  yield* requireAllVenues(reach)
  const status = effectiveStatus(pool, stored)
  if (status === "assigned" && !areExpired && (yield* hasDueClaimsOfOffer(pool.offerId, yield* DateTime.now))) {
    return yield* Effect.fail(new WorkFirst(pool.offerId))
  }
  if (status === "assigned" || status === "redeemed") return yield* new StateConflict({ currentStatus: status })
  if (status === "void") return
  yield* pools.update(pool, { updatedAt: yield* DateTime.now })
  yield* auditPool(pool, "code_voided", { codeId, status }, { codeId, status: "void" })
})

/**
 * Attempts to void a code; if a due claim may hold it, expires the due claims of its offer, each in its own transaction
 * as claims lock before pools, and tries again (MEM-117, DOMAIN 5.1).
 */
export const retryWithHoldersExpired = <A, E, R>(
  attempt: (areExpired: boolean) => Effect.Effect<A, E | WorkFirst<OfferId>, R>
) =>
  retryAfterWork(
    (areExpired: boolean = false) => attempt(areExpired),
    (offerId) => Effect.as(expireDueOfOffers([offerId]), true)
  )
