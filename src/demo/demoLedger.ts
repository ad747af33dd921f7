import { type DateTime, Result } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { pendingEarn } from "../domain/reservations/pendingEarn.ts"
import type { Reservation } from "../domain/reservations/Reservation.ts"
import { mayEarn } from "../domain/reservations/StayPoints.ts"
import { adjustPoints } from "../domain/wallet/adjustPoints.ts"
import { chargePoints } from "../domain/wallet/chargePoints.ts"
import { earnPoints } from "../domain/wallet/earnPoints.ts"
import { refundPoints } from "../domain/wallet/refundPoints.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { type FulfillmentFact, fulfillmentId, fulfillmentPlan } from "./fulfillmentPlan.ts"
import { type LedgerMaker, makeLedger } from "./LedgerMaker.ts"
import { type GrantFact, ledgerPlan } from "./ledgerPlan.ts"
import { offerPlan, offerXid } from "./offerPlan.ts"
import { seeded } from "./seeded.ts"

/** A change of a wallet, applied in chronological order. */
interface Occurrence {
  readonly at: DateTime.Utc
  readonly apply: (ledger: LedgerMaker) => void
}

const expiryMonths = 24

type Venues = ReadonlyArray<Pick<Dataset["properties"][number], "id" | "name">>

const venueName = (venues: Venues, { propertyId }: Reservation) =>
  venues.find(({ id }) => id === propertyId)?.name ?? "a venue"

const occurrencesOfStay = (stay: Reservation, venues: Venues): ReadonlyArray<Occurrence> => {
  const { externalId, finalizedAt, id, memberId, spendMinor, totalPoints } = stay
  if (memberId === null || memberId === memberIds.M_closed || spendMinor === null) return []
  const propertyName = venueName(venues, stay)
  const pending = pendingEarn(stay, {
    id: seeded.ulid("pending earn", String(id)),
    memberId,
    propertyName,
    createdAt: stay.createdAt
  })
  if (finalizedAt === null || totalPoints === null) {
    return mayEarn(stay) ? [{ at: stay.createdAt, apply: (ledger) => ledger.addActivity(pending) }] : []
  }
  const earning = {
    points: totalPoints,
    reservationId: id,
    externalId,
    propertyName,
    expiryMonths,
    pending
  }
  return [
    { at: finalizedAt, apply: (ledger) => ledger.move(memberId, finalizedAt, (move) => earnPoints(move, earning)) }
  ]
}

const occurrencesOfGrant = (fact: GrantFact, clock: DemoClock): ReadonlyArray<Occurrence> => {
  const { asset, daysAgo, description, endsInDays, member, name, points } = fact
  const memberId = memberIds[member]
  const at = clock.ago({ days: daysAgo })
  const expiresAt = endsInDays === null ? null : clock.ahead({ days: endsInDays })
  const adjustment = { correctionId: seeded.ulid("grant", name), asset, points, description, expiresAt }
  const occurrence: Occurrence = {
    at,
    apply: (ledger) => ledger.move(memberId, at, (move) => adjustPoints(move, adjustment))
  }
  if (expiresAt === null || endsInDays === null || endsInDays > 0) return [occurrence]
  return [occurrence, { at: expiresAt, apply: (ledger) => ledger.move(memberId, expiresAt, (move) => move) }]
}

const occurrencesOfClaim = (fact: FulfillmentFact, clock: DemoClock): ReadonlyArray<Occurrence> => {
  const { claimedHoursAgo, ended, member, name, offer, points } = fact
  const id = fulfillmentId(name)
  const memberId = memberIds[member]
  const at = clock.ago({ hours: claimedHoursAgo })
  const charge = { points, fulfillmentId: id, offerId: offerXid(offer), offerName: offerPlan[offer].title }
  const charging: Occurrence = {
    at,
    apply: (ledger) => ledger.move(memberId, at, (move) => Result.getOrThrow(chargePoints(move, charge)))
  }
  if (ended === null) return [charging]
  const endedAt = clock.ago({ hours: ended.hoursAgo })
  const end = (ledger: LedgerMaker) =>
    ended.refunded
      ? ledger.move(memberId, endedAt, (move) => refundPoints(move, id, ledger.charges(id)))
      : ledger.settle(id)
  return [charging, { at: endedAt, apply: end }]
}

/**
 * The wallets of the demo data: grants, earns, charges, refunds and expiries, applied by the rules of the service in
 * chronological order, so that the ledger agrees with the stays and the claims (`hub verify ledger`).
 */
export const demoLedger = (
  clock: DemoClock,
  { properties, reservations }: Pick<Dataset, "properties" | "reservations">
): Pick<Dataset, "wallets" | "walletEntries" | "walletLots" | "walletActivity"> => {
  let count = 0
  const ledger = makeLedger(() => {
    count += 1
    return seeded.ulid("ledger", String(count))
  })
  const occurrences = [
    ...ledgerPlan.flatMap((fact) => occurrencesOfGrant(fact, clock)),
    ...reservations.flatMap((stay) => occurrencesOfStay(stay, properties)),
    ...fulfillmentPlan.flatMap((fact) => occurrencesOfClaim(fact, clock))
  ]
  for (const { apply } of occurrences.toSorted((a, b) => a.at.epochMilliseconds - b.at.epochMilliseconds)) apply(ledger)
  return ledger.ledger()
}
