import type { MemberId } from "../members/Member.ts"
import type { DatedStay } from "./StayViews.ts"

/** The claimant of a stay, with the last name in the request. */
export interface GuestClaim {
  readonly memberId: MemberId
  readonly email: string
  /** Whether the identity provider has verified the address. */
  readonly emailVerified: boolean
  readonly memberLastName: string
  readonly lastName: string
}

const plain = (text: string) => text.normalize("NFKC").trim().toLowerCase()

const isSame = (text: string | null, other: string) => text !== null && plain(text) === plain(other)

/**
 * Whether the claimant may see a stay with the confirmation code (MEM-113): their own under their name or the guest's;
 * any other only with the guest's last name and verified e-mail address. Case-insensitive.
 */
export const matchesGuest = (
  { guestEmail, guestLastName, memberId }: Pick<DatedStay, "guestEmail" | "guestLastName" | "memberId">,
  claim: GuestClaim
): boolean =>
  memberId === claim.memberId
    ? isSame(claim.memberLastName, claim.lastName) || isSame(guestLastName, claim.lastName)
    : claim.emailVerified && isSame(guestLastName, claim.lastName) && isSame(guestEmail, claim.email)
