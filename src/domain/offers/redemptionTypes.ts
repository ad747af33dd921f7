/** Types whose claims members complete themselves (MEM-071). */
export const selfConfirmedTypes: ReadonlyArray<string> = ["direct", "externalCode", "static"]

/** Whether members complete claims of this type themselves; false for unknown types. */
export const isSelfConfirmed = (redemptionType: string): boolean => selfConfirmedTypes.includes(redemptionType)

/** Types that the system completes without a desk (F14). */
export const isInternal = (redemptionType: string): boolean => redemptionType === "journeyInternal"

/** Whether a claim takes a code from a pool. */
export const takesExternalCode = (redemptionType: string): boolean => redemptionType === "externalCode"

interface Claimed {
  readonly redemptionType: string
  readonly approvalRequired: boolean
}

const isKnown = (redemptionType: string) =>
  isSelfConfirmed(redemptionType) || isInternal(redemptionType) || redemptionType === "propertySpecific"

/** Whether a claim starts pending approval: offers that require it, and unknown types (MEM-088, A-77). */
export const needsApproval = ({ approvalRequired, redemptionType }: Claimed): boolean =>
  approvalRequired || !isKnown(redemptionType)

/** Whether a claim needs a venue whose desk handles it (MEM-088). */
export const needsDesk = (claimed: Claimed): boolean =>
  needsApproval(claimed) || claimed.redemptionType === "propertySpecific"

/** Whether the desk requires a verification code: not if the system completes the claim or a pool code is the proof. */
export const requiresVerificationCode = (redemptionType: string): boolean =>
  !isInternal(redemptionType) && !takesExternalCode(redemptionType)
