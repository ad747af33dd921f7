const selfConfirmed: ReadonlySet<string> = new Set(["direct", "externalCode", "static"])

/**
 * Types whose claims members complete themselves (MEM-071); no other one is, also none that is not known yet.
 */
export const isSelfConfirmed = (redemptionType: string): boolean => selfConfirmed.has(redemptionType)

/** Types that the system completes without a desk (F14). */
export const isInternal = (redemptionType: string): boolean => redemptionType === "journeyInternal"

/** Whether a claim takes a code out of a pool. */
export const takesExternalCode = (redemptionType: string): boolean => redemptionType === "externalCode"

interface Claimed {
  readonly redemptionType: string
  readonly approvalRequired: boolean
}

const isKnown = (redemptionType: string) =>
  isSelfConfirmed(redemptionType) || isInternal(redemptionType) || redemptionType === "propertySpecific"

/** Whether a claim begins by waiting for the desk: offers that say so, and types that are not known (MEM-088, A-77). */
export const needsApproval = ({ approvalRequired, redemptionType }: Claimed): boolean =>
  approvalRequired || !isKnown(redemptionType)

/** Whether a claim is of no use without a venue whose desk deals with it (MEM-088). */
export const needsDesk = (claimed: Claimed): boolean =>
  needsApproval(claimed) || claimed.redemptionType === "propertySpecific"

/** Whether the desk asks for a code: not where the system completes the claim, nor where the pool's code is the proof. */
export const isVerified = (redemptionType: string): boolean =>
  !isInternal(redemptionType) && !takesExternalCode(redemptionType)
