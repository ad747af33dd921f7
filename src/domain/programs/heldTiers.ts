import type { DateTime } from "effect"
import type { Enrolment, MemberId } from "../members/Member.ts"
import { type CurrentTier, currentTier } from "./currentTier.ts"
import type { Tier } from "./Program.ts"

/** The tier that a member holds in a program, and all tiers of the program. */
export interface EnrolledTier extends CurrentTier {
  readonly programTiers: ReadonlyArray<Tier>
}

/** The tiers that a member holds at `now`: one per active enrolment, in the order of the enrolments (DOMAIN 4.4). */
export const heldTiers = (
  { enrolments, tiers }: { readonly enrolments: ReadonlyArray<Enrolment>; readonly tiers: ReadonlyArray<Tier> },
  memberId: MemberId | null,
  now: DateTime.Utc
): ReadonlyArray<EnrolledTier> =>
  enrolments.flatMap((enrolment) => {
    if (enrolment.memberId !== memberId || enrolment.status !== "active") return []
    const programTiers = tiers.filter(({ programId }) => programId === enrolment.programId)
    const current = currentTier(enrolment, programTiers, now)
    return current === undefined ? [] : [{ ...current, programTiers }]
  })
