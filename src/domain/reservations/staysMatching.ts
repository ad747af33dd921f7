import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { MemberProfiles } from "../members/MemberProfiles.ts"
import { matchesGuest } from "./matchesGuest.ts"
import { StayViews } from "./StayViews.ts"

/** The details that a guest must provide to see a stay or link it. */
export interface StayDetails {
  readonly confirmationCode: string
  readonly lastName: string
}

/** The stays that match the details, linked or not: the caller's own first, then newest first (MEM-113). */
export const staysMatching = Effect.fnUntraced(function* ({ confirmationCode, lastName }: StayDetails) {
  const { emailVerified, memberId } = yield* MemberCaller
  const profiles = yield* MemberProfiles
  const reservations = yield* StayViews
  const now = yield* DateTime.now
  const { email, lastName: memberLastName } = yield* Effect.orDie(profiles.get(memberId, now))
  const stays = yield* reservations.listByConfirmation({
    memberId,
    confirmationCode: confirmationCode.trim(),
    email: emailVerified ? email : null,
    now
  })
  return stays.filter((stay) => matchesGuest(stay, { memberId, email, emailVerified, memberLastName, lastName }))
})
