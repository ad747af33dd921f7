import { DateTime } from "effect"
import { type Eligibility, eligible, ineligible } from "../eligibility/Eligibility.ts"
import type { VenueSummary } from "../properties/VenueSummary.ts"
import { dateIn, midnightIn } from "../shared/calendar.ts"
import type { OfferForMember, OfferStay } from "./OfferForMember.ts"
import { needsDesk } from "./redemptionTypes.ts"

/** Where and when an offer is to be used; a stay implies its venue and check-in date. */
export interface OfferOccasion {
  readonly now: DateTime.Utc
  readonly venue: VenueSummary | null
  readonly stay: OfferStay | null
  readonly checkInDate: string | null
}

/** The venue where a claim of the offer is used: the offer's own, else the requested one, else that of the stay. */
export const venueOf = (offer: Pick<OfferForMember, "venue">, { stay, venue }: OfferOccasion): VenueSummary | null =>
  offer.venue ?? venue ?? stay?.venue ?? null

const checkInOf = ({ checkInDate, stay }: OfferOccasion) => stay?.checkIn ?? checkInDate

/** Why the stay can no longer be used; undefined if it can. */
const whyOver = ({ checkOut, status, venue }: OfferStay, now: DateTime.Utc): string | undefined => {
  if (status === "cancelled") return status
  return checkOut !== null && checkOut < dateIn(now, venue.timezone) ? "over" : undefined
}

/** An inquiry is not a stay. */
export const hasStay = ({ stay }: OfferOccasion): boolean => stay !== null && stay.status !== "inquiry"

/**
 * Whether the check-in date is within the offer's limits, with the facts for the reason; true without a check-in date.
 */
export const evaluateCheckIn = (offer: OfferForMember, occasion: OfferOccasion) => {
  const { checkInWindow, disableBeforeCheckInHours } = offer
  const checkInDate = checkInOf(occasion)
  const facts = {
    checkInDate,
    from: checkInWindow?.from ?? null,
    to: checkInWindow?.to ?? null,
    disableBeforeCheckInHours
  }
  if (checkInDate === null) return { isFit: true, facts }
  const isInside = (facts.from === null || facts.from <= checkInDate) && (facts.to === null || checkInDate <= facts.to)
  if (!isInside || disableBeforeCheckInHours === null) return { isFit: isInside, facts }
  const begins = midnightIn(checkInDate, venueOf(offer, occasion)?.timezone ?? "UTC")
  const closes = DateTime.subtract(begins, { hours: disableBeforeCheckInHours })
  return { isFit: DateTime.isLessThan(occasion.now, closes), facts }
}

const checkPlace = (offer: OfferForMember, occasion: OfferOccasion): Eligibility => {
  const claimVenue = venueOf(offer, occasion)
  for (const venue of [occasion.venue, occasion.stay?.venue]) {
    if (venue === null || venue === undefined) continue
    if (venue.organizationId !== offer.organizationId || venue.id !== claimVenue?.id) {
      return ineligible("property", { propertyId: venue.documentId })
    }
  }
  return eligible
}

const checkStay = (offer: OfferForMember, occasion: OfferOccasion): Eligibility => {
  const end = occasion.stay === null ? undefined : whyOver(occasion.stay, occasion.now)
  if (end !== undefined) return ineligible("stay_ended", { status: end })
  if (offer.requiresStay && !hasStay(occasion)) return ineligible("requires_stay")
  const { facts, isFit } = evaluateCheckIn(offer, occasion)
  return isFit ? eligible : ineligible("check_in_window", facts)
}

const checkStockAndPoints = ({ isInStock, pointsRequired, spendable }: OfferForMember): Eligibility => {
  if (!isInStock) return ineligible("sold_out")
  return spendable < pointsRequired ? ineligible("points", { required: pointsRequired, spendable }) : eligible
}

const checkTier = ({ minTierLevel, tierLevel }: OfferForMember): Eligibility =>
  tierLevel < minTierLevel ? ineligible("tier_level", { required: minTierLevel, actual: tierLevel }) : eligible

const checkExpiry = ({ validUntil }: OfferForMember, { now }: OfferOccasion): Eligibility =>
  validUntil !== null && Date.parse(validUntil) <= now.epochMilliseconds
    ? ineligible("expired", { validUntil })
    : eligible

const checkDesk = (offer: OfferForMember, occasion: OfferOccasion): Eligibility =>
  needsDesk(offer) && venueOf(offer, occasion) === null ? ineligible("property") : eligible

/**
 * Whether a member is eligible for an offer here and now (MEM-062): one rule for list, detail and claim. Stock and
 * points come last, because a claim checks them again under the locks of wallet and pool.
 */
export const offerEligibility = (offer: OfferForMember, occasion: OfferOccasion): Eligibility => {
  for (const check of [checkExpiry, checkPlace, checkTier, checkStay, checkDesk, checkStockAndPoints]) {
    const eligibility = check(offer, occasion)
    if (!eligibility.isEligible) return eligibility
  }
  return eligible
}
