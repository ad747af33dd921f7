import { DateTime, Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import { type OfferOccasion, venueOf } from "../offers/offerEligibility.ts"
import type { OfferForMember } from "../offers/OfferForMember.ts"
import { requiresVerificationCode, needsApproval } from "../offers/redemptionTypes.ts"
import { addDays, midnightIn } from "../shared/calendar.ts"
import type { Fulfillment, FulfillmentId } from "./Fulfillment.ts"
import { makeVerificationCode } from "./fulfillmentCodes.ts"

const defaultTtlHours = 720
const minTtlHours = 1

/**
 * When a claim expires: after the offer's time to live, but at most a day after check-out and at least an hour from now
 * (DOMAIN 5).
 */
export const expiryOf = (
  { claimTtlHours }: Pick<OfferForMember, "claimTtlHours">,
  { stay }: Pick<OfferOccasion, "stay">,
  claimedAt: DateTime.Utc
): DateTime.Utc => {
  const byOffer = DateTime.add(claimedAt, { hours: claimTtlHours ?? defaultTtlHours })
  if (stay === null || stay.checkOut === null) return byOffer
  const byStay = midnightIn(addDays(stay.checkOut, 1), stay.venue.timezone)
  return DateTime.max(DateTime.min(byOffer, byStay), DateTime.add(claimedAt, { hours: minTtlHours }))
}

/** The input of a new claim: the member's request, and the offer as of now. */
export interface ClaimFacts {
  readonly id: FulfillmentId
  readonly memberId: MemberId
  readonly note: string | null
  readonly offer: OfferForMember
  readonly occasion: OfferOccasion
}

/**
 * A new claim: `claimed`, or pending approval if the offer or its type requires it (F1, F2). A verification code is
 * created if a desk will ask for one; a pending claim gets it on approval. `code` is its plain text.
 */
export const newFulfillment = Effect.fnUntraced(function* ({ id, memberId, note, occasion, offer }: ClaimFacts) {
  const isPending = needsApproval(offer)
  const venue = venueOf(offer, occasion)
  const { now, stay } = occasion
  const needsCode = !isPending && venue !== null && requiresVerificationCode(offer.redemptionType)
  const code = needsCode ? yield* makeVerificationCode(id) : undefined
  const row: Fulfillment = {
    id,
    organizationId: offer.organizationId,
    propertyId: venue?.id ?? null,
    memberId,
    offerId: offer.id,
    reservationId: stay?.id ?? null,
    status: isPending ? "pending_approval" : "claimed",
    redemptionType: offer.redemptionType,
    pointsCharged: offer.pointsRequired,
    checkInDate: stay?.checkIn ?? occasion.checkInDate,
    note,
    verificationCodeHash: code?.stored.verificationCodeHash ?? null,
    verificationCodeEnc: code?.stored.verificationCodeEnc ?? null,
    codeValid: !isPending,
    codesShownAt: isPending ? null : now,
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
