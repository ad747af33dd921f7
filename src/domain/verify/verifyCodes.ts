import type { CodeCounts } from "../codePools/CodePool.ts"
import { isOpen } from "../fulfillments/FulfillmentStatus.ts"
import { OfferCodeStatus } from "../offers/OfferCode.ts"
import { takesExternalCode } from "../offers/redemptionTypes.ts"
import type { Compare } from "./Finding.ts"
import type { BookedFulfillment, BookedPool } from "./LedgerBooks.ts"

const none = "none"

/** The status of the code that a claim must hold; a code that was never shown has returned to its pool. */
const codeOf = ({ isShown, redemptionType, status }: BookedFulfillment): OfferCodeStatus | typeof none => {
  if (!takesExternalCode(redemptionType)) return none
  if (isOpen(status)) return "assigned"
  if (status === "fulfilled") return "redeemed"
  return isShown ? "void" : none
}

/**
 * Checks that a claim of an external code holds exactly one, in the status that follows from its own, and that no other
 * claim holds any (DOMAIN 5.1, 8.3).
 */
export const verifyClaimCode = (claim: BookedFulfillment, compare: Compare) => {
  const held = claim.codes.length === 0 ? none : claim.codes.toSorted().join(", ")
  compare("claim_code", `fulfillment:${claim.id}`, codeOf(claim), held)
}

const stockText = (stock: CodeCounts) =>
  OfferCodeStatus.literals.map((status) => `${status} ${stock[status]}`).join(" ")

/** Checks that the counted stock of a pool is that of its codes (DOMAIN 8.3). */
export const verifyStock = ({ counted, stocked, xid }: BookedPool, compare: Compare) =>
  compare("code_stock", `pool:${xid}`, stockText(stocked), stockText(counted))
