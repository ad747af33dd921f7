import { DateTime, Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import { type OfferOccasion, venueOf } from "../offers/offerEligibility.ts"
import type { OfferStanding } from "../offers/OfferStanding.ts"
import { isVerified, needsApproval } from "../offers/redemptionTypes.ts"
import { addDays, midnightIn } from "../shared/calendar.ts"
import type { Fulfillment, FulfillmentId } from "./Fulfillment.ts"
import { makeVerificationCode } from "./fulfillmentCodes.ts"

const ordinaryLife = 720
const leastLife = 1

/**
 * When a claim ends: after the offer's time to live, at most a day after check-out, at least an hour from now (DOMAIN
 * 5).
 */
export const expiryOf = (
  { claimTtlHours }: Pick<OfferStanding, "claimTtlHours">,
  { stay }: Pick<OfferOccasion, "stay">,
  claimedAt: DateTime.Utc
): DateTime.Utc => {
  const byOffer = DateTime.add(claimedAt, { hours: claimTtlHours ?? ordinaryLife })
  if (stay === null || stay.checkOut === null) return byOffer
  const byStay = midnightIn(addDays(stay.checkOut, 1), stay.venue.timezone)
  return DateTime.max(DateTime.min(byOffer, byStay), DateTime.add(claimedAt, { hours: leastLife }))
}

/** The facts of a new claim: the member's request, and the offer as it is now. */
export interface ClaimFacts {
  readonly id: FulfillmentId
  readonly memberId: MemberId
  readonly note: string | null
  readonly offer: OfferStanding
  readonly occasion: OfferOccasion
}

/**
 * A new claim: `claimed`, or pending approval if the offer or its type requires it (F1, F2). A verification code is
 * created if a desk will ask for one; a pending claim gets it with the approval. `code` is its text.
 */
export const newFulfillment = Effect.fnUntraced(function* ({ id, memberId, note, occasion, offer }: ClaimFacts) {
  const waits = needsApproval(offer)
  const venue = venueOf(offer, occasion)
  const { now, stay } = occasion
  const isCoded = !waits && venue !== null && isVerified(offer.redemptionType)
  const code = isCoded ? yield* makeVerificationCode(id) : undefined
  const row: Fulfillment = {
    id,
    organizationId: offer.organizationId,
    propertyId: venue?.id ?? null,
    memberId,
    offerId: offer.id,
    reservationId: stay?.id ?? null,
    status: waits ? "pending_approval" : "claimed",
    redemptionType: offer.redemptionType,
    pointsCharged: offer.pointsRequired,
    checkInDate: stay?.checkIn ?? occasion.checkInDate,
    note,
    verificationCodeHash: code?.stored.verificationCodeHash ?? null,
    verificationCodeEnc: code?.stored.verificationCodeEnc ?? null,
    codeValid: !waits,
    codesShownAt: waits ? null : now,
    modification: null,
    rejectReason: null,
    claimedAt: now,
    approvedAt: null,
    fulfilledAt: null,
    rejectedAt: null,
    cancelledAt: null,
    expiredAt: null,
    remindedAt: null,
    expiresAt: expiryOf(offer, occasion, now),
    updatedAt: now,
    version: 1
  }
  return { row, venue, code: code?.text ?? null }
})
