import { BigDecimal } from "effect"
import type { DatedStay } from "./Reservations.ts"
import type { PointsBreakdown, PointsStatus, ReservationPreview, ReservationSummary } from "./ReservationSummary.ts"
import { campaignMultiplier, pointsOf, spendOf, tierMultiplierOf } from "./stayPoints.ts"

const decimal = BigDecimal.toNumberUnsafe

const pointsStatus = ({ facts }: DatedStay): PointsStatus => {
  const { basePoints, finalized, multiplier, totalPoints } = pointsOf(facts)
  return { totalPoints, basePoints, multiplier: decimal(multiplier), finalized }
}

/** A stay in the shape that its member sees. */
export const toReservationSummary = (stay: DatedStay): ReservationSummary => ({
  reservationId: stay.externalId,
  checkInDate: stay.checkIn,
  checkOutDate: stay.checkOut,
  status: stay.status,
  confirmationCode: stay.confirmationCode,
  guestCount: stay.guestCount,
  bookingChannel: stay.bookingChannel,
  property: stay.property,
  pointsStatus: pointsStatus(stay)
})

const breakdown = ({ facts }: DatedStay, points: PointsStatus): PointsBreakdown => {
  const spend = spendOf(facts)
  const factors = points.finalized
    ? { tierMultiplier: null, campaignMultiplier: null }
    : {
        tierMultiplier: decimal(tierMultiplierOf(facts)),
        campaignMultiplier: decimal(campaignMultiplier(facts.campaigns))
      }
  return {
    spend: spend === null ? null : { amount: BigDecimal.format(spend.amount), currency: spend.currency },
    basePoints: points.basePoints,
    ...factors,
    multiplier: points.multiplier,
    totalPoints: points.totalPoints,
    estimated: !points.finalized
  }
}

/** A stay with how its points come about. */
export const toReservationPreview = (stay: DatedStay): ReservationPreview => {
  const summary = toReservationSummary(stay)
  return { ...summary, pointsBreakdown: breakdown(stay, summary.pointsStatus) }
}
