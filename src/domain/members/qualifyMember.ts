import { DateTime, Effect, Option } from "effect"
import { refreshArrivalsOfMember } from "../arrivals/refreshArrivals.ts"
import { Notifications } from "../notifications/Notifications.ts"
import { addQualifying, type Qualifying } from "../programs/TierProgress.ts"
import { type EnrolmentKey, Enrolments } from "./Enrolments.ts"
import type { MemberId } from "./Member.ts"

const notifyPromotion = Effect.fnUntraced(function* (memberId: MemberId, tierName: string, programName: string) {
  const notifications = yield* Notifications
  yield* notifications.insert({
    memberId,
    type: "system",
    isWallet: false,
    title: `You are now ${tierName}`,
    message: `You reached ${tierName} in ${programName}`,
    messageParts: { tierName, programName },
    metadata: {},
    createdAt: yield* DateTime.now
  })
})

/**
 * Counts earned points towards the member's tier in a program, in the transaction that credits them. A promotion
 * notifies the member; it rebuilds their arrival tasks, and so does the end of a tier that this stores (DOMAIN 4.4,
 * 6.2). Has no effect without an enrolment.
 */
export const qualifyMember = Effect.fnUntraced(function* (key: EnrolmentKey, qualifying: Qualifying) {
  const enrolments = yield* Enrolments
  const locked = yield* enrolments.findForUpdate(key)
  if (Option.isNone(locked)) return
  const { enrolment: before, programName, tiers } = locked.value
  const { enrolment, promotedTo } = addQualifying(before, tiers, qualifying, yield* DateTime.now)
  yield* enrolments.update(enrolment)
  if (promotedTo !== undefined) yield* notifyPromotion(key.memberId, promotedTo.name, programName)
  if (promotedTo !== undefined || enrolment.tierId !== before.tierId) yield* refreshArrivalsOfMember(key.memberId)
})
