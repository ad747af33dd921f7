import { DateTime, Effect, Option } from "effect"
import { refreshArrivalsOfMember } from "../arrivals/refreshArrivals.ts"
import { Notifications } from "../notifications/Notifications.ts"
import { addQualifying, type Qualifying } from "../programs/TierProgress.ts"
import { type EnrolmentKey, Enrolments } from "./Enrolments.ts"

/**
 * Counts earned points towards the member's tier in a program, in the transaction that credits them. A promotion
 * notifies the member and rebuilds their arrival tasks (DOMAIN 4.4, 6.2). Has no effect without an enrolment.
 */
export const qualifyMember = Effect.fnUntraced(function* (key: EnrolmentKey, qualifying: Qualifying) {
  const enrolments = yield* Enrolments
  const notifications = yield* Notifications
  const now = yield* DateTime.now
  const locked = yield* enrolments.findForUpdate(key)
  if (Option.isNone(locked)) return
  const { enrolment: before, programName, tiers } = locked.value
  const { enrolment, promotedTo } = addQualifying(before, tiers, qualifying, now)
  yield* enrolments.update(enrolment)
  if (promotedTo === undefined) return
  yield* notifications.insert({
    memberId: key.memberId,
    type: "system",
    isWallet: false,
    title: `You are now ${promotedTo.name}`,
    message: `You reached ${promotedTo.name} in ${programName}`,
    messageParts: { tierName: promotedTo.name, programName },
    metadata: {},
    createdAt: now
  })
  yield* refreshArrivalsOfMember(key.memberId)
})
