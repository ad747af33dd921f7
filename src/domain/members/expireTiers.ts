import { DateTime, Effect, Option } from "effect"
import { refreshArrivalsOfMember } from "../arrivals/refreshArrivals.ts"
import { processDue } from "../jobs/processDue.ts"
import { endTierPeriods } from "../programs/TierProgress.ts"
import { atomically } from "../shared/atomically.ts"
import { type EnrolmentKey, Enrolments } from "./Enrolments.ts"

/** Ended tiers per query. */
const batch = 500

const endTier = Effect.fnUntraced(function* (key: EnrolmentKey) {
  const enrolments = yield* Enrolments
  const now = yield* DateTime.now
  const locked = yield* enrolments.findForUpdate(key)
  if (Option.isNone(locked)) return 0
  const { enrolment: before, tiers } = locked.value
  const enrolment = endTierPeriods(before, tiers, now)
  if (enrolment === before) return 0
  yield* enrolments.update(enrolment)
  if (enrolment.tierId !== before.tierId) yield* refreshArrivalsOfMember(key.memberId)
  return 1
}, atomically)

/**
 * Ends the tier periods that are over, one enrolment per transaction; returns how many (DOMAIN 4.4). Readers already
 * apply the end of a period; this only stores it.
 */
export const expireTiers = Effect.fnUntraced(function* () {
  const { listEnded } = yield* Enrolments
  const now = yield* DateTime.now
  return yield* processDue((skipped) => listEnded({ now, limit: batch + skipped.length }), endTier)
})
