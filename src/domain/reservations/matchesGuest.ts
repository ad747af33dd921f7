import type { MemberId } from "../members/Member.ts"
import type { DatedStay } from "./StayViews.ts"

/** Who asks for a stay, with the last name in the request. */
export interface GuestClaim {
  readonly memberId: MemberId
  readonly email: string
  /** Whether the identity provider vouches for the address. */
  readonly emailVerified: boolean
  readonly memberLastName: string
  readonly lastName: string
}

const plain = (text: string) => text.normalize("NFKC").trim().toLowerCase()

const isSame = (text: string | null, other: string) => text !== null && plain(text) === plain(other)

/**
 * Whether a stay of the confirmation code is the claimant's to know of (MEM-113): their own under their name or the
 * guest's; any other only when they name the guest and have the guest's verified address. Case does not count.
 */
export const matchesGuest = (
  { guestEmail, guestLastName, memberId }: Pick<DatedStay, "guestEmail" | "guestLastName" | "memberId">,
  claim: GuestClaim
): boolean =>
  memberId === claim.memberId
    ? isSame(claim.memberLastName, claim.lastName) || isSame(guestLastName, claim.lastName)
    : claim.emailVerified && isSame(guestLastName, claim.lastName) && isSame(guestEmail, claim.email)
