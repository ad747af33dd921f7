import { DateTime, Effect, HashMap, Layer, Option, Order, Predicate, Stream, TxHashMap } from "effect"
import type { Favorite } from "../../domain/favorites/Favorite.ts"
import type { Fulfillment } from "../../domain/fulfillments/Fulfillment.ts"
import type { RedemptionRecord } from "../../domain/fulfillments/RedemptionRecord.ts"
import type { IdempotencyId } from "../../domain/idempotency/IdempotencyKeys.ts"
import type { MemberId } from "../../domain/members/Member.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import { LedgerBooks } from "../../domain/verify/LedgerBooks.ts"
import { makeLedgerBooksSql } from "../../sql/repositories/LedgerBooksSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { codeCountsOf } from "./codeCountsOf.ts"
import { lookUp } from "./lookUp.ts"
import { pointsOwner } from "./pointsOwner.ts"
import { stayFactsOf } from "./stayFactsOf.ts"

export const layerSql = Layer.effect(LedgerBooks, makeLedgerBooksSql)

interface Written {
  readonly memberId: MemberId
  readonly createdAt: { readonly epochMilliseconds: number }
  readonly id: string
}

const byMember = Order.mapInput(Order.Number, ({ memberId }: { readonly memberId: MemberId }) => memberId)

const byNumber = Order.mapInput(Order.Number, ({ id }: { readonly id: number }) => id)

const byProperty = Order.mapInput(Order.Number, ({ propertyId }: Favorite) => propertyId)

const byId = Order.mapInput(binaryOrder, ({ id }: { readonly id: string }) => id)

const oldestFirst = Order.combine(
  Order.mapInput(Order.Number, ({ createdAt }: RedemptionRecord) => createdAt.epochMilliseconds),
  byId
)

const asWritten = Order.combine(
  byMember,
  Order.combine(
    Order.mapInput(Order.Number, ({ createdAt }: Written) => createdAt.epochMilliseconds),
    byId
  )
)

const byName = Order.mapInput(
  Order.Tuple([binaryOrder, binaryOrder, binaryOrder]),
  ({ key, namespace, tenant }: IdempotencyId) => [namespace, tenant, key] as const
)

const statusIn = (json: unknown): string | null =>
  Predicate.hasProperty(json, "status") && Predicate.isString(json.status) ? json.status : null

const adjustedIn = (json: unknown): number =>
  Predicate.hasProperty(json, "adjusted") && Predicate.isNumber(json.adjusted) ? json.adjusted : 0

/** Compares for equality, because the clock of a later change may be behind that of the finalisation. */
const isAsFinalised = ({ finalizedAt, updatedAt }: Reservation) =>
  finalizedAt !== null && DateTime.Equivalence(updatedAt, finalizedAt)

const streamOf = <A>(rows: Effect.Effect<ReadonlyArray<A>>): Stream.Stream<A> =>
  Stream.unwrap(Effect.map(Effect.tx(rows), Stream.fromArray))

/** The twin over the in-memory tables. All rows are in memory anyway, so each stream has one element. */
export const layerMemory = Layer.effect(
  LedgerBooks,
  Effect.gen(function* () {
    const memory = yield* Memory

    const walletsOf = Effect.gen(function* () {
      const accounts = yield* TxHashMap.snapshot(memory.members)
      return (yield* TxHashMap.values(memory.wallets)).toSorted(byMember).map((row) => ({
        ...row,
        ownerId: pointsOwner(accounts, row.memberId) ?? row.memberId,
        closedAt: lookUp(accounts, row.memberId, ({ closedAt }) => closedAt)
      }))
    })

    const entriesOf = Effect.gen(function* () {
      const all = yield* TxHashMap.snapshot(memory.walletEntries)
      const accounts = yield* TxHashMap.snapshot(memory.members)
      const claims = yield* TxHashMap.snapshot(memory.fulfillments)
      const stays = yield* TxHashMap.snapshot(memory.reservations)
      return (yield* TxHashMap.values(memory.walletEntries)).toSorted(asWritten).map((entry) => ({
        ...entry,
        claim: lookUp(claims, entry.fulfillmentId, ({ memberId }) => ({ ownerId: pointsOwner(accounts, memberId) })),
        stay: lookUp(stays, entry.reservationId, (stay) => ({
          ownerId: isAsFinalised(stay) ? pointsOwner(accounts, stay.memberId) : null
        })),
        reversed: lookUp(all, entry.reversesEntryId, (reversed) => reversed)
      }))
    })

    const stayOf = Effect.fnUntraced(function* (
      stay: Reservation,
      facts: Effect.Success<ReturnType<typeof stayFactsOf>>
    ) {
      const accounts = yield* TxHashMap.snapshot(memory.members)
      const entries = (yield* TxHashMap.values(memory.walletEntries)).filter(
        ({ reservationId }) => reservationId === stay.id
      )
      const earned = entries.filter(({ type }) => type === "EARN")
      const corrections = entries.filter(({ correctionId }) => correctionId !== null)
      const owners = [...earned, ...corrections].map(({ memberId }) => pointsOwner(accounts, memberId))
      const audited = (yield* TxHashMap.values(memory.auditLog)).filter(
        ({ action, organizationId, subject }) =>
          action === "reservation.corrected" &&
          subject === `reservation:${stay.externalId}` &&
          organizationId === stay.organizationId
      )
      const pending = (yield* TxHashMap.values(memory.walletActivity)).filter(
        ({ reservationId, status, type }) => type === "earn" && status === "pending" && reservationId === stay.id
      )
      return {
        externalId: stay.externalId,
        facts,
        earned: earned.length === 0 ? null : earned.reduce((sum, { points }) => sum + points, 0),
        creditedTo: [...new Set(owners.filter(Predicate.isNotNull))].toSorted(Order.Number),
        adjusted: corrections.reduce((sum, { points }) => sum + points, 0),
        corrected: audited.reduce((sum, { after }) => sum + adjustedIn(after), 0),
        pendingMemberIds: pending.map(({ memberId }) => memberId).toSorted(Order.Number)
      }
    })

    const fulfillmentOf = Effect.fnUntraced(function* ({
      codesShownAt,
      id,
      offerId,
      organizationId,
      pointsCharged,
      redemptionType,
      status,
      updatedAt
    }: Fulfillment) {
      const named = lookUp(yield* TxHashMap.snapshot(memory.offers), offerId, (row) => row)
      const offer = named?.organizationId === organizationId ? named : null
      const isAsBefore = offer !== null && offer.updatedAt.epochMilliseconds <= updatedAt.epochMilliseconds
      const all = yield* TxHashMap.values(memory.walletEntries)
      const charges = all.filter((entry) => entry.type === "SPEND" && entry.fulfillmentId === id)
      const refunds = all.filter(({ reversesEntryId }) => charges.some((charge) => charge.id === reversesEntryId))
      const activity = yield* TxHashMap.values(memory.walletActivity)
      const moves = (yield* TxHashMap.values(memory.auditLog)).filter(
        ({ after, subject }) => subject === `fulfillment:${id}` && statusIn(after) !== null
      )
      return {
        id,
        status,
        redemptionType,
        pointsCharged,
        hasOffer: offer !== null,
        refundOnExpiry: isAsBefore ? offer.refundOnExpiry : null,
        entries: [...charges, ...refunds],
        spendStatuses: activity
          .filter((row) => row.type === "spend" && row.fulfillmentId === id)
          .map((row) => row.status),
        history: moves
          .toSorted(byNumber)
          .map(({ actor, after, before }) => ({ from: statusIn(before), to: statusIn(after), actor: actor.kind })),
        redemptions: (yield* TxHashMap.values(memory.redemptionRecords))
          .filter(({ fulfillmentId }) => fulfillmentId === id)
          .toSorted(oldestFirst),
        isShown: codesShownAt !== null,
        codes: (yield* TxHashMap.values(memory.offerCodes))
          .filter(({ fulfillmentId }) => fulfillmentId === id)
          .map((code) => code.status)
      }
    })

    const poolsOf = Effect.gen(function* () {
      const codes = yield* TxHashMap.values(memory.offerCodes)
      return (yield* TxHashMap.values(memory.offerCodePools)).toSorted(byNumber).map(({ id, xid }) => {
        const stocked = codeCountsOf(codes, id)
        return { xid, counted: stocked, stocked }
      })
    })

    const transfersOf = Effect.gen(function* () {
      const rows = yield* TxHashMap.snapshot(memory.transfers)
      const gifts = (yield* TxHashMap.values(memory.walletEntries)).filter(({ type }) => type === "GIFT")
      const named = gifts.flatMap(({ transferId }) => (transferId === null ? [] : [transferId]))
      const ids = new Set([...(yield* TxHashMap.keys(memory.transfers)), ...named])
      return [...ids].toSorted(binaryOrder).map((id) => ({
        id,
        row: Option.getOrNull(HashMap.get(rows, id)),
        gifts: gifts.filter(({ transferId }) => transferId === id)
      }))
    })

    const notificationsOf = Effect.gen(function* () {
      const rows = yield* TxHashMap.values(memory.notifications)
      return rows
        .toSorted(Order.combine<{ readonly memberId: MemberId; readonly id: number }>(byMember, byNumber))
        .map((row) => {
          const unread = rows.filter(({ memberId, readAt }) => memberId === row.memberId && readAt === null)
          const counts = {
            unreadCount: unread.length,
            walletUnreadCount: unread.filter(({ isWallet }) => isWallet).length
          }
          return { ...row, counts }
        })
    })

    return LedgerBooks.of({
      snapshot: Effect.tx,
      count: Effect.tx(
        Effect.map(TxHashMap.values(memory.wallets), (wallets) => ({
          members: wallets.length,
          entries: wallets.reduce((sum, { entryCount }) => sum + entryCount, 0)
        }))
      ),
      wallets: streamOf(walletsOf),
      lots: streamOf(Effect.map(TxHashMap.values(memory.walletLots), (rows) => rows.toSorted(asWritten))),
      entries: streamOf(entriesOf),
      activities: streamOf(Effect.map(TxHashMap.values(memory.walletActivity), (rows) => rows.toSorted(asWritten))),
      stays: (now) =>
        streamOf(
          Effect.flatMap(TxHashMap.values(memory.reservations), (rows) =>
            Effect.forEach(rows.toSorted(byNumber), (stay) =>
              Effect.flatMap(stayFactsOf(memory, stay, now), (facts) => stayOf(stay, facts))
            )
          )
        ),
      fulfillments: streamOf(
        Effect.flatMap(TxHashMap.values(memory.fulfillments), (rows) =>
          Effect.forEach(rows.toSorted(byId), fulfillmentOf)
        )
      ),
      pools: streamOf(poolsOf),
      transfers: streamOf(transfersOf),
      favorites: streamOf(
        Effect.map(TxHashMap.values(memory.favorites), (rows) => rows.toSorted(Order.combine(byMember, byProperty)))
      ),
      unansweredKeys: streamOf(
        Effect.map(TxHashMap.values(memory.idempotencyKeys), (rows) =>
          rows
            .filter(
              ({ createdAt, leaseUntil, status }) =>
                status === null && DateTime.isLessThanOrEqualTo(leaseUntil, createdAt)
            )
            .toSorted(byName)
        )
      ),
      notifications: streamOf(notificationsOf)
    })
  })
)
