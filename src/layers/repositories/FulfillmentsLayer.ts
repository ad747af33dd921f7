import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { reachesVenue } from "../../domain/access/Reach.ts"
import { AuditLog } from "../../domain/audit/AuditLog.ts"
import type { Fulfillment, FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { FulfillmentMissing } from "../../domain/fulfillments/FulfillmentErrors.ts"
import {
  type FulfillmentJournal,
  type FulfillmentLocator,
  Fulfillments,
  type FulfillmentsOf
} from "../../domain/fulfillments/Fulfillments.ts"
import { isOpen } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { fulfillmentStatusAt, isDue, isReminded } from "../../domain/fulfillments/fulfillmentTransitions.ts"
import type { RedemptionRecord } from "../../domain/fulfillments/RedemptionRecord.ts"
import { Notifications } from "../../domain/notifications/Notifications.ts"
import type { OfferCodeStatus } from "../../domain/offers/OfferCode.ts"
import { Outbox } from "../../domain/outbox/Outbox.ts"
import { makeFulfillmentsSql } from "../../sql/repositories/FulfillmentsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import * as AuditLogLayer from "./AuditLogLayer.ts"
import { fulfillmentView, lockedFulfillment } from "./fulfillmentView.ts"
import { lookUp } from "./lookUp.ts"
import * as NotificationsLayer from "./NotificationsLayer.ts"
import * as OutboxLayer from "./OutboxLayer.ts"

export const layerSql = Layer.effect(Fulfillments, makeFulfillmentsSql)

const byId = Order.mapInput(binaryOrder, ({ id }: Fulfillment) => id)

const lastClaimFirst = Order.flip(
  Order.combine(
    Order.mapInput(Order.Number, ({ claimedAt }: Fulfillment) => claimedAt.epochMilliseconds),
    byId
  )
)

const firstToEnd = Order.combine(
  Order.mapInput(Order.Number, ({ expiresAt }: Fulfillment) => expiresAt.epochMilliseconds),
  byId
)

const oldestFirst = Order.combine(
  Order.mapInput(Order.Number, ({ createdAt }: RedemptionRecord) => createdAt.epochMilliseconds),
  Order.mapInput(binaryOrder, ({ id }: RedemptionRecord) => id)
)

const isLocated = (locator: FulfillmentLocator, { memberId, organizationId, propertyId }: Fulfillment) => {
  if ("memberId" in locator) return locator.memberId === memberId
  if ("reach" in locator) return propertyId !== null && reachesVenue(locator.reach, organizationId, propertyId)
  return true
}

const broken = (constraint: string) => Effect.die(new Error(`Constraint: ${constraint}`))

const overMemory = Layer.effect(
  Fulfillments,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { fulfillments, offerCodePools, offerCodes, redemptionRecords, verificationAttempts } = memory
    const audit = yield* AuditLog
    const notifications = yield* Notifications
    const outbox = yield* Outbox

    const rows = TxHashMap.values(fulfillments)

    const toLocked = Effect.gen(function* () {
      const offers = yield* TxHashMap.snapshot(memory.offers)
      const properties = yield* TxHashMap.snapshot(memory.properties)
      const reservations = yield* TxHashMap.snapshot(memory.reservations)
      return (row: Fulfillment) => lockedFulfillment({ offers, properties, reservations }, row)
    })

    const toView = Effect.gen(function* () {
      const tables = {
        offers: yield* TxHashMap.snapshot(memory.offers),
        properties: yield* TxHashMap.snapshot(memory.properties),
        reservations: yield* TxHashMap.snapshot(memory.reservations),
        codes: yield* TxHashMap.values(offerCodes),
        entries: yield* TxHashMap.values(memory.walletEntries)
      }
      return (row: Fulfillment, now: DateTime.Utc) => fulfillmentView(tables, row, now)
    })

    const write = Effect.fnUntraced(function* (journal: FulfillmentJournal) {
      yield* audit.insert(journal.audit)
      if (journal.notification !== null) yield* notifications.insert(journal.notification)
      if (journal.notice !== null) yield* outbox.insert(journal.notice)
      if (journal.redemption !== null)
        yield* TxHashMap.set(redemptionRecords, journal.redemption.id, journal.redemption)
    })

    const changeCode = Effect.fnUntraced(function* (fulfillmentId: FulfillmentId, status: OfferCodeStatus) {
      const code = (yield* TxHashMap.values(offerCodes)).find((row) => row.fulfillmentId === fulfillmentId)
      if (code === undefined) return
      const pools = yield* TxHashMap.snapshot(offerCodePools)
      const isArchived = lookUp(pools, code.poolId, (pool) => pool.status === "archived") === true
      const isFreed = status === "available"
      yield* TxHashMap.set(offerCodes, String(code.id), {
        ...code,
        status: isFreed && isArchived ? "void" : status,
        fulfillmentId: isFreed ? null : code.fulfillmentId,
        assignedAt: isFreed ? null : code.assignedAt
      })
    })

    const openOf = (owner: FulfillmentsOf) =>
      Effect.map(rows, (all) =>
        all
          .filter(
            (row) =>
              isOpen(row.status) &&
              ("memberId" in owner ? row.memberId === owner.memberId : row.reservationId === owner.reservationId)
          )
          .toSorted(byId)
      )

    return Fulfillments.of({
      insert: Effect.fnUntraced(function* ({ journal, row }) {
        const stays = yield* TxHashMap.snapshot(memory.reservations)
        if (lookUp(stays, row.reservationId, ({ status }) => status) === "cancelled") return "stayCancelled"
        if (yield* TxHashMap.has(fulfillments, row.id)) return yield* broken("fulfillments_pkey")
        yield* TxHashMap.set(fulfillments, row.id, row)
        yield* write(journal)
        return "inserted"
      }, Effect.tx),
      getForUpdate: Effect.fnUntraced(function* (locator) {
        const found = yield* TxHashMap.get(fulfillments, locator.id)
        if (Option.isNone(found) || !isLocated(locator, found.value)) return yield* new FulfillmentMissing()
        return (yield* toLocked)(found.value)
      }, Effect.tx),
      listForUpdate: Effect.fnUntraced(function* (owner) {
        return (yield* openOf(owner)).map(yield* toLocked)
      }, Effect.tx),
      listOpen: (owner) => Effect.map(Effect.tx(openOf(owner)), (open) => open.map(({ id }) => id)),
      update: Effect.fnUntraced(function* ({ codeStatus, journal, row }) {
        const before = yield* TxHashMap.get(fulfillments, row.id)
        if (Option.isNone(before) || before.value.version !== row.version - 1) {
          return yield* Effect.die(new Error("The fulfillment changed without its lock"))
        }
        yield* TxHashMap.set(fulfillments, row.id, row)
        if (codeStatus !== null) yield* changeCode(row.id, codeStatus)
        yield* write(journal)
      }, Effect.tx),
      get: Effect.fnUntraced(function* ({ id, memberId, now }) {
        const found = yield* TxHashMap.get(fulfillments, id)
        if (Option.isNone(found) || found.value.memberId !== memberId) return yield* new FulfillmentMissing()
        return (yield* toView)(found.value, now)
      }, Effect.tx),
      list: Effect.fnUntraced(function* ({ limit, memberId, now, offset, propertyId, statuses }) {
        const properties = yield* TxHashMap.snapshot(memory.properties)
        const matching = (yield* rows).filter(
          (row) =>
            row.memberId === memberId &&
            (statuses === undefined || statuses.includes(fulfillmentStatusAt(row, now))) &&
            (propertyId === undefined ||
              lookUp(properties, row.propertyId, ({ documentId }) => documentId) === propertyId)
        )
        const show = yield* toView
        const page = matching.toSorted(lastClaimFirst).slice(offset, offset + limit)
        return { items: page.map((row) => show(row, now)), total: matching.length }
      }, Effect.tx),
      listDue: Effect.fnUntraced(function* ({ limit, memberId, now, offerIds }) {
        const due = (yield* rows).filter(
          (row) =>
            isDue(row, now) &&
            (memberId === undefined || row.memberId === memberId) &&
            (offerIds === undefined || offerIds.includes(row.offerId))
        )
        return due
          .toSorted(firstToEnd)
          .slice(0, limit)
          .map(({ id }) => id)
      }, Effect.tx),
      listUnreminded: Effect.fnUntraced(function* ({ limit, now, until }) {
        const ending = (yield* rows).filter(
          (row) =>
            row.remindedAt === null &&
            isReminded(row) &&
            DateTime.isGreaterThan(row.expiresAt, now) &&
            DateTime.isLessThanOrEqualTo(row.expiresAt, until)
        )
        return ending
          .toSorted(firstToEnd)
          .slice(0, limit)
          .map(yield* toLocked)
      }, Effect.tx),
      updateReminded: Effect.fnUntraced(function* ({ id, notification, now }) {
        const found = yield* TxHashMap.get(fulfillments, id)
        if (Option.isNone(found) || found.value.memberId !== notification.memberId) return false
        if (found.value.remindedAt !== null || !isReminded(found.value) || isDue(found.value, now)) return false
        yield* TxHashMap.set(fulfillments, id, { ...found.value, remindedAt: now })
        yield* notifications.insert(notification)
        return true
      }, Effect.tx),
      listRedemptions: Effect.fnUntraced(function* (fulfillmentId) {
        const records = (yield* TxHashMap.values(redemptionRecords)).filter(
          (record) => record.fulfillmentId === fulfillmentId
        )
        return records.toSorted(oldestFirst)
      }, Effect.tx),
      insertAttempt: Effect.fnUntraced(function* (attempt) {
        const id = (yield* TxHashMap.size(verificationAttempts)) + 1
        yield* TxHashMap.set(verificationAttempts, String(id), { id, ...attempt })
      }, Effect.tx),
      getAttempts: Effect.fnUntraced(function* ({ fulfillmentId, since }) {
        const times = (yield* TxHashMap.values(verificationAttempts))
          .filter((row) => row.fulfillmentId === fulfillmentId && DateTime.isGreaterThan(row.attemptedAt, since))
          .map(({ attemptedAt }) => attemptedAt)
        const [first = null, ...rest] = times
        return { count: times.length, first: first === null ? null : rest.reduce(DateTime.min, first) }
      }, Effect.tx)
    })
  })
)

/** The twin over the in-memory tables and over the twins of its side effects. */
export const layerMemory = overMemory.pipe(
  Layer.provide([AuditLogLayer.layerMemory, NotificationsLayer.layerMemory, OutboxLayer.layerMemory])
)
