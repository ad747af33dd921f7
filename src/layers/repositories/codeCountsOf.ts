import type { CodeCounts } from "../../domain/codePools/CodePool.ts"
import type { OfferCode } from "../../domain/offers/OfferCode.ts"

/** How many of the codes are in this pool, by status. */
export const codeCountsOf = (codes: ReadonlyArray<OfferCode>, poolId: OfferCode["poolId"]): CodeCounts => {
  const counts = { available: 0, assigned: 0, redeemed: 0, void: 0 }
  for (const code of codes) if (code.poolId === poolId) counts[code.status]++
  return counts
}
