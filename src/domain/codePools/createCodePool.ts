import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { writingOrganization } from "../access/writingOrganization.ts"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import { takesExternalCode } from "../offers/redemptionTypes.ts"
import { NotFound } from "../shared/NotFound.ts"
import { auditPool, poolSettings } from "./auditPool.ts"
import { type CodePool, toCodePool } from "./CodePool.ts"
import { OfferWithoutCodes } from "./CodePoolErrors.ts"
import { CodePools } from "./CodePools.ts"

/** A pool to create; `offerId` is the offer's external id. */
export interface NewCodePool {
  readonly offerId: string
  readonly name: string
  readonly lowStockThreshold?: number | null | undefined
  readonly expiresAt?: DateTime.Utc | null | undefined
}

const empty = { available: 0, assigned: 0, redeemed: 0, void: 0 }

/**
 * Creates an active pool without codes. Its offer may be a draft, but its claims must use external codes. A new pool
 * counts as already low, so no notice is raised before it has had stock.
 */
export const createCodePool = Effect.fnUntraced(function* (request: NewCodePool) {
  const { id: organizationId } = yield* writingOrganization
  const pools = yield* CodePools
  const offer = yield* pools.findOffer(organizationId, request.offerId)
  if (Option.isNone(offer)) return yield* new NotFound({ field: "offerId" })
  const { id: offerId, redemptionType } = offer.value
  if (!takesExternalCode(redemptionType)) return yield* new OfferWithoutCodes({ redemptionType })
  const now = yield* DateTime.now
  const random = yield* SecureRandom.SecureRandom
  const { expiresAt = null, lowStockThreshold = null, name } = request
  const row: Omit<OfferCodePool, "id"> = {
    xid: yield* random.uuidV7(),
    organizationId,
    offerId,
    name,
    status: "active",
    lowStockThreshold,
    lowStockSince: lowStockThreshold === null ? null : now,
    expiresAt,
    createdAt: now,
    updatedAt: now
  }
  const pool = yield* pools.insert(row)
  yield* auditPool(pool, "created", null, { offerId: request.offerId, ...poolSettings(pool) })
  return toCodePool({ pool, offerXid: request.offerId, counts: empty }) satisfies CodePool
})
