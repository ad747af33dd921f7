import { ConfigProvider, DateTime, Effect, Layer } from "effect"
import { AuditOrigin } from "../../src/domain/audit/audit.ts"
import { MemberCaller } from "../../src/domain/access/MemberCaller.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { claimOffer, retryWithClaimsExpired } from "../../src/domain/offers/claimOffer.ts"
import { OfferXid } from "../../src/domain/offers/Offer.ts"
import type { OfferClaim } from "../../src/domain/offers/OfferClaim.ts"
import { listReservations } from "../../src/domain/reservations/listReservations.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { type Adjustment, adjustPoints } from "../../src/domain/wallet/adjustPoints.ts"
import { getBalance } from "../../src/domain/wallet/getBalance.ts"
import { listActivity } from "../../src/domain/wallet/listActivity.ts"
import { listTransactions } from "../../src/domain/wallet/listTransactions.ts"
import { moveWallet } from "../../src/domain/wallet/moveWallet.ts"
import * as Configuration from "../../src/layers/Configuration.ts"
import * as Services from "../../src/layers/Services.ts"
import { inTransaction } from "./servers/inTransaction.ts"

const configuration = Configuration.layer({ store: "memory", demo: true }).pipe(
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({})))
)

/** Every service that operations require, over each store, with the limits and keys of a demo process. */
export const twin = {
  layerMemory: Services.layerMemory.pipe(Layer.provide(configuration), Layer.orDie),
  layerSql: Services.layerSql.pipe(Layer.provide(configuration), Layer.orDie)
}

/** Runs an operation of the member surface as a member. */
export const asMember =
  (memberId: number, change: Partial<MemberCaller["Service"]> = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const caller = { memberId, xid: String(memberId).padStart(26, "0"), emailVerified: true, ...change }
    return effect.pipe(
      Effect.provideService(MemberCaller, caller),
      Effect.provideService(AuditOrigin, { actor: { kind: "member", id: caller.xid }, requestId: "it-member" })
    )
  }

/** Grants a member points, like the core. */
export const grant = (memberId: number, points: number, change: Partial<Adjustment> = {}) =>
  atomically(
    moveWallet(MemberId.make(memberId), (move) =>
      Effect.succeed(
        adjustPoints(move, {
          correctionId: `grant-${memberId}-${points}-${change.asset ?? "VALID"}`,
          asset: "VALID",
          points,
          description: "Points given",
          expiresAt: DateTime.add(move.at, { days: 365 }),
          ...change
        })
      )
    )
  )

/** Claims an offer for a member; returns the claim's id. */
export const claim = (memberId: number, offerId: string, change: OfferClaim = {}) =>
  retryWithClaimsExpired((settled) =>
    inTransaction(claimOffer({ offerId: OfferXid.make(offerId), claim: change }, settled))
  ).pipe(
    asMember(memberId),
    Effect.map(({ fulfillmentId }) => fulfillmentId)
  )

const page = { limit: 100, offset: 0 }

/**
 * The points that a member sees. Checks that they add up: pending points match their stays and pending items, and
 * spendable points match their transactions and completed items (MEM-094, DOMAIN 4.3).
 */
export const seenBy = Effect.fnUntraced(function* (memberId: number) {
  const read = Effect.all({
    balance: getBalance(),
    stays: listReservations({ ...page, sortBy: "id" }),
    activity: listActivity(page),
    transactions: listTransactions(page)
  })
  const { activity, balance, stays, transactions } = yield* asMember(memberId)(read)
  const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
  const held = stays.items.filter(({ pointsStatus }) => !pointsStatus.finalized)
  const pendingEarns = activity.items.filter(({ status, type }) => type === "earn" && status === "pending")
  const done = activity.items.filter(
    ({ status, type }) => status === "completed" || (type === "spend" && status === "pending")
  )
  return {
    spendable: balance.spendablePoints,
    pending: balance.pendingPoints,
    stays: Object.fromEntries(
      stays.items.map(({ pointsStatus, reservationId, status }) => [
        reservationId,
        `${status} ${pointsStatus.totalPoints}${pointsStatus.finalized ? " final" : ""}`
      ])
    ),
    activity: activity.items.map(({ amount, status, type }) => `${type} ${status} ${amount}`),
    transactions: transactions.items.map(({ points, type }) => `${type} ${points}`),
    addsUp:
      balance.pendingPoints === sum(held.map(({ pointsStatus }) => pointsStatus.totalPoints)) &&
      balance.pendingPoints === sum(pendingEarns.map(({ amount }) => amount)) &&
      balance.spendablePoints === sum(transactions.items.map(({ points }) => points)) &&
      balance.spendablePoints === sum(done.map(({ amount }) => amount))
  }
})
