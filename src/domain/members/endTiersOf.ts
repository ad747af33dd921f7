import { DateTime, Effect } from "effect"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import type { Program } from "../programs/Program.ts"
import { Programs } from "../programs/Programs.ts"
import { endTierPeriods } from "../programs/TierProgress.ts"
import { Enrolments } from "./Enrolments.ts"
import type { MemberId } from "./Member.ts"

/** Ended periods per statement. */
const batch = 5000

/**
 * Ends the tier periods of a program that are over. Call it in the transaction that edits the program's tiers, before
 * the edit: readers end a period by the current tiers, and an edit must not move anyone (DOMAIN 4.4). Call it also
 * before a tier is locked, because a promotion locks the enrolment first. Works in large batches, since the periods of
 * all members may end at the same time.
 */
export const endTiersOf = Effect.fnUntraced(function* ({ id, organizationId }: Program) {
  const { listEndedForUpdate, updatePeriods } = yield* Enrolments
  const now = yield* DateTime.now
  const key = { organizationId, programId: id }
  const tiers = yield* Programs.use(({ listTiers }) => listTiers(key))
  let hasMoved = false
  let after: MemberId | undefined
  do {
    const enrolments = yield* listEndedForUpdate({ ...key, now, after, limit: batch })
    const ended = enrolments.map((enrolment) => endTierPeriods(enrolment, tiers, now))
    if (ended.length > 0) yield* updatePeriods({ ...key, enrolments: ended })
    hasMoved ||= ended.some(({ tierId }, index) => tierId !== enrolments[index]?.tierId)
    after = enrolments.length < batch ? undefined : enrolments.at(-1)?.memberId
  } while (after !== undefined)
  if (hasMoved) yield* scheduleArrivalRebuild(organizationId, null)
})
