import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { Members } from "../members/Members.ts"
import { matchesGuest } from "./matchesGuest.ts"
import { Reservations } from "./Reservations.ts"

/** What a guest must know of a stay to ask for it. */
export interface StayClaim {
  readonly confirmationCode: string
  readonly lastName: string
}

/** The stays that a claim stands for, whoever they are linked to: the caller's own first, then the newest first (MEM-113). */
export const claimedStays = Effect.fnUntraced(function* ({ confirmationCode, lastName }: StayClaim) {
  const { emailVerified, memberId } = yield* MemberCaller
  const members = yield* Members
  const reservations = yield* Reservations
  const { email, lastName: memberLastName } = yield* Effect.orDie(members.getProfile(memberId))
  const stays = yield* reservations.listByConfirmation({
    memberId,
    confirmationCode: confirmationCode.trim(),
    now: yield* DateTime.now
  })
  return stays.filter((stay) => matchesGuest(stay, { memberId, email, emailVerified, memberLastName, lastName }))
})
