import type { DatedStay } from "./Reservations.ts"

/** Who asks for a stay, with the last name that he gave. */
export interface GuestClaim {
  readonly memberId: number
  readonly email: string
  /** Whether the identity provider vouches for the address. */
  readonly emailVerified: boolean
  readonly memberLastName: string
  readonly lastName: string
}

const plain = (text: string) => text.normalize("NFKC").trim().toLowerCase()

const isSame = (text: string | null, other: string) => text !== null && plain(text) === plain(other)

/**
 * Whether a stay of the confirmation code is the claimant's to know of (MEM-113): his own under his name or the guest's;
 * any other only when he names the guest and has the guest's verified address. Case does not count.
 */
export const matchesGuest = (
  { guestEmail, guestLastName, memberId }: Pick<DatedStay, "guestEmail" | "guestLastName" | "memberId">,
  claim: GuestClaim
): boolean =>
  memberId === claim.memberId
    ? isSame(claim.memberLastName, claim.lastName) || isSame(guestLastName, claim.lastName)
    : claim.emailVerified && isSame(guestLastName, claim.lastName) && isSame(guestEmail, claim.email)
