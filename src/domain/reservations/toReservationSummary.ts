import { BigDecimal } from "effect"
import { omitNull } from "../shared/omitNull.ts"
import type { PointsBreakdown, PointsStatus, ReservationPreview, ReservationSummary } from "./ReservationSummary.ts"
import { campaignMultiplier, pointsOf, spendOf, tierMultiplierOf } from "./StayPoints.ts"
import type { StayFacts } from "./StayFacts.ts"
import type { DatedStay } from "./StayViews.ts"

const decimal = BigDecimal.toNumberUnsafe

/** The points of a stay, identical on every surface (MEM-045). */
export const pointsStatusOf = (facts: StayFacts): PointsStatus => {
  const { basePoints, finalized, multiplier, totalPoints } = pointsOf(facts)
  return { totalPoints, basePoints, multiplier: decimal(multiplier), finalized }
}

/** A stay as its member sees it. */
export const toReservationSummary = (stay: DatedStay): ReservationSummary => ({
  reservationId: stay.externalId,
  checkInDate: stay.checkIn,
  checkOutDate: stay.checkOut,
  status: stay.status,
  guestCount: stay.guestCount,
  property: propertyOf(stay),
  pointsStatus: pointsStatusOf(stay.facts),
  ...omitNull({ confirmationCode: stay.confirmationCode, bookingChannel: stay.bookingChannel })
})

const propertyOf = ({ property }: DatedStay): ReservationSummary["property"] => ({
  id: property.id,
  documentId: property.documentId,
  name: property.name,
  location: property.location,
  brand: property.brand,
  ...omitNull({ imageUrl: property.imageUrl })
})

const breakdown = ({ facts }: DatedStay, points: PointsStatus): PointsBreakdown => {
  const spend = spendOf(facts)
  return {
    basePoints: points.basePoints,
    multiplier: points.multiplier,
    totalPoints: points.totalPoints,
    estimated: !points.finalized,
    ...omitNull({
      spend: spend === null ? null : { value: BigDecimal.format(spend.amount), currency: spend.currency },
      tierMultiplier: points.finalized ? null : decimal(tierMultiplierOf(facts)),
      campaignMultiplier: points.finalized ? null : decimal(campaignMultiplier(facts.campaigns))
    })
  }
}

/** A stay with the calculation of its points. */
export const toReservationPreview = (stay: DatedStay): ReservationPreview => {
  const summary = toReservationSummary(stay)
  return { ...summary, pointsBreakdown: breakdown(stay, summary.pointsStatus) }
}
