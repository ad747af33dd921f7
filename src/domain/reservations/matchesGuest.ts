import type { MemberId } from "../members/Member.ts"
import type { DatedStay } from "./StayViews.ts"

/** The member who asks for a stay, with the last name stated in the request. */
export interface StayClaimant {
  readonly memberId: MemberId
  readonly email: string
  /** Whether the identity provider has verified the address. */
  readonly emailVerified: boolean
  readonly memberLastName: string
  readonly lastName: string
}

const plainName = (name: string) => name.normalize("NFKC").trim().toLowerCase()

const isSameName = (name: string | null, other: string) => name !== null && plainName(name) === plainName(other)

/**
 * Folds ASCII only: wider folding would equate addresses that mail servers distinguish, such as K and the Kelvin sign,
 * and codes of different lengths, such as ß and SS.
 */
const lowerAscii = (text: string) => text.replace(/[A-Z]/gu, (letter) => letter.toLowerCase())

/** Whether two known addresses are the same, ignoring ASCII case. */
export const isSameEmail = (email: string | null, other: string | null) =>
  email !== null && other !== null && lowerAscii(email) === lowerAscii(other)

/** Whether a stay has this confirmation code, ignoring ASCII case. */
export const isSameCode = (code: string | null, other: string) =>
  code !== null && lowerAscii(code) === lowerAscii(other)

/**
 * Whether the claimant may see a stay with the confirmation code (MEM-113): their own under their name or the guest's;
 * any other only with the guest's last name and verified e-mail address. Names are compared ignoring case and
 * compatibility forms, e-mail addresses ignoring ASCII case.
 */
export const matchesGuest = (
  { guestEmail, guestLastName, memberId }: Pick<DatedStay, "guestEmail" | "guestLastName" | "memberId">,
  claimant: StayClaimant
): boolean =>
  memberId === claimant.memberId
    ? isSameName(claimant.memberLastName, claimant.lastName) || isSameName(guestLastName, claimant.lastName)
    : claimant.emailVerified && isSameName(guestLastName, claimant.lastName) && isSameEmail(guestEmail, claimant.email)
