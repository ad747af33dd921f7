import { DateTime, Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import { inBatches } from "../jobs/inBatches.ts"
import { processDue } from "../jobs/processDue.ts"
import type { MemberId } from "../members/Member.ts"
import { qualifyMember } from "../members/qualifyMember.ts"
import { Notifications } from "../notifications/Notifications.ts"
import { atomically } from "../shared/atomically.ts"
import { daysBetween, dateIn } from "../shared/calendar.ts"
import { earnPoints } from "../wallet/earnPoints.ts"
import { moveWallet } from "../wallet/moveWallet.ts"
import { Wallets } from "../wallet/Wallets.ts"
import { stayOutcome } from "./stayOutcome.ts"
import { pointsOf } from "./StayPoints.ts"
import { type DueKind, type DueStay, type Stay, Stays } from "./Stays.ts"

/** Due stays per query. */
const batch = 200

/** Stores the current figures of a stay, which are final from then on. */
const freeze = Effect.fnUntraced(function* ({ facts, row }: Stay, givenUp: boolean) {
  const stays = yield* Stays
  const now = yield* DateTime.now
  const { basePoints, multiplier, totalPoints } = pointsOf(facts)
  const programId = facts.program?.id ?? null
  const figures = { basePoints, multiplier, totalPoints, programId, givenUp }
  yield* stays.update({ ...row, ...figures, finalizedAt: now, updatedAt: now })
  return totalPoints
})

const notify = Effect.fnUntraced(function* (memberId: MemberId, points: number, { propertyName, row }: Stay) {
  const notifications = yield* Notifications
  yield* notifications.insert({
    memberId,
    type: "wallet",
    isWallet: true,
    title: "Points credited",
    message: `You earned ${points} points at ${propertyName}`,
    messageParts: { points, propertyName },
    metadata: { actionUrl: "/wallet", reservationId: row.externalId },
    createdAt: yield* DateTime.now
  })
})

/** Credits the points shown as pending, at the multiplier before any promotion they cause (DOMAIN 4.4). */
const credit = Effect.fnUntraced(function* (stay: Stay, points: number) {
  const { facts, propertyName, row } = stay
  const { memberId, program } = facts
  if (memberId === null || program === null) return
  const wallets = yield* Wallets
  const pending = yield* wallets.findPendingEarn(row.id)
  const { id, externalId } = row
  const earning = { points, reservationId: id, externalId, propertyName, expiryMonths: program.pointsExpiryMonths }
  yield* moveWallet(memberId, (move) => Effect.succeed(earnPoints(move, { ...earning, pending })))
  yield* notify(memberId, points, stay)
  const { checkIn, checkOut } = row
  const nights = checkIn === null || checkOut === null ? 0 : daysBetween(checkIn, checkOut)
  yield* qualifyMember({ programId: program.id, memberId }, { points, nights })
})

const recordEnd = Effect.fnUntraced(function* ({ row }: Stay) {
  yield* audit({
    organizationId: row.organizationId,
    action: "reservation.finalised_without_points",
    subject: `reservation:${row.externalId}`,
    before: null,
    after: { totalPoints: 0, reason: row.memberId === null ? "no_member" : "no_spend" }
  })
})

/** Processes one stay in one transaction, locking wallet before stay (DOMAIN 5.1); returns 1 if it was processed. */
const finaliseStay = Effect.fnUntraced(function* ({ id, memberId }: DueStay) {
  const stays = yield* Stays
  const wallets = yield* Wallets
  if (memberId !== null) yield* wallets.getForUpdate(memberId)
  const now = yield* DateTime.now
  const locked = yield* stays.findForUpdate({ id, now, skipLocked: true })
  if (Option.isNone(locked)) return 0
  const stay = locked.value
  const { facts, row, timezone } = stay
  const outcome = stayOutcome({ memberId: row.memberId, checkOut: row.checkOut, facts }, dateIn(now, timezone))
  if (outcome === "calledOff") {
    const { totalPoints } = pointsOf({ ...facts, status: "confirmed", pmsStatus: null })
    yield* wallets.updatePendingEarn(id, { status: "cancelled", amount: totalPoints })
    return 1
  }
  if (outcome === "waits" || row.memberId !== memberId) return 0
  const points = yield* freeze(stay, outcome === "ends")
  if (points > 0) yield* credit(stay, points)
  else yield* wallets.updatePendingEarn(id, { status: "failed", amount: 0 })
  if (outcome === "ends") yield* recordEnd(stay)
  return 1
}, atomically)

/**
 * Processes every due stay of a kind; returns how many (DOMAIN 6.1, MEM-048). Stays that are concurrently linked,
 * changed or processed elsewhere are skipped.
 */
const finaliseKind = Effect.fnUntraced(function* (kind: DueKind, limit: number) {
  const stays = yield* Stays
  const now = yield* DateTime.now
  const nextDue = yield* inBatches((after: DueStay | undefined) => stays.listDue({ kind, now, after, limit }))
  return yield* processDue(() => nextDue(), finaliseStay)
})

/** Credits the stays that are over, each exactly once across all processes; returns how many (MEM-047, MEM-048). */
export const finaliseStays = (limit: number = batch) => finaliseKind("earning", limit)

/** Finalises, without points, stays that still lack member or spend after 180 days, and audits it (DOMAIN 6.1). */
export const giveUpStays = (limit: number = batch) => finaliseKind("unknown", limit)

/** Cancels the pending points of stays that can no longer earn, in case no PMS message did (DOMAIN 6.1). */
export const withdrawPendingEarns = (limit: number = batch) => finaliseKind("calledOff", limit)
