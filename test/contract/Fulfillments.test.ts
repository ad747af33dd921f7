import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit, Option } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { offerId } from "../../src/demo/demoOffers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { offerXid } from "../../src/demo/offerPlan.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { AuditLog } from "../../src/domain/audit/AuditLog.ts"
import { type Fulfillment, FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { FulfillmentMissing } from "../../src/domain/fulfillments/FulfillmentErrors.ts"
import {
  type FulfillmentLocator,
  Fulfillments,
  type FulfillmentsOf
} from "../../src/domain/fulfillments/Fulfillments.ts"
import type { MemberId } from "../../src/domain/members/Member.ts"
import type { NewNotification } from "../../src/domain/notifications/Notifications.ts"
import { Notifications } from "../../src/domain/notifications/Notifications.ts"
import { OfferCodes } from "../../src/domain/offers/OfferCodes.ts"
import { Outbox } from "../../src/domain/outbox/Outbox.ts"
import { ReservationId } from "../../src/domain/reservations/Reservation.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { noRow } from "../../src/domain/shared/Scalars.ts"
import { claimId, claimOf, claimRow, journal } from "../support/claims.ts"
import { twin } from "../support/memberServices.ts"
import { claimsDataset, hours, nobody, now, stayId } from "../support/datasets/claimsDataset.ts"
import { twins } from "../support/twins.ts"

const insert = (row: Fulfillment, change: Parameters<typeof journal>[1] = {}) =>
  atomically(Fulfillments.use((all) => all.insert({ row, journal: journal(row, change) })))

const lock = (locator: FulfillmentLocator) => atomically(Fulfillments.use((all) => all.getForUpdate(locator)))

const notification: NewNotification = {
  memberId: memberIds.M1,
  type: "wallet",
  isWallet: true,
  title: "Offer claimed",
  message: "Spa hour is yours",
  messageParts: { offerName: "Spa hour", points: 100 },
  metadata: { actionUrl: "/offers" },
  createdAt: now,
  dedupeKey: "notified-once"
}

const notificationsOf = (memberId: MemberId) =>
  Notifications.use((all) =>
    all.list({ memberId, order: "desc", isRead: undefined, isWallet: undefined, now, limit: 100, offset: 0 })
  )

const get = (id: string, at = now, memberId = memberIds.M1) =>
  Fulfillments.use((all) => all.get({ id: FulfillmentId.make(id), memberId, now: at }))

twins("Fulfillments", twin, claimsDataset, (it) => {
  it.effect("MEM-088: locks an inserted claim with its offer and venue; a second insert dies", () =>
    Effect.gen(function* () {
      const row = claimRow(101, now, {
        reservationId: stayId,
        checkInDate: "2026-03-08",
        note: "Late, please",
        verificationCodeHash: "digest",
        verificationCodeEnc: "sealed"
      })
      assert.strictEqual(yield* insert(row), "inserted")
      const { offer, property, row: read, stayVenueId } = yield* lock({ id: row.id, memberId: memberIds.M1 })
      assert.deepStrictEqual(read, row)
      assert.strictEqual(stayVenueId, claimsDataset.reservations.find(({ id }) => id === stayId)?.propertyId)
      assert.deepStrictEqual(offer, {
        xid: offerXid("spa"),
        name: "Spa hour",
        requiresStay: false,
        refundOnExpiry: false
      })
      assert.deepStrictEqual(property, { documentId: venueDocumentId("V1"), name: "Venue V1" })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(insert(row))))
    })
  )

  it.effect("MEM-083: writes audit, notification, notice and redemption with the claim, or none of them", () =>
    Effect.gen(function* () {
      const row = claimRow(102, now)
      const notice = { kind: "property_notification", payload: { fulfillmentId: row.id }, createdAt: now }
      const redemption = {
        id: claimId(902),
        fulfillmentId: row.id,
        organizationId: organizationIds.A,
        propertyId: venues.V1.id,
        action: "approve" as const,
        actor: { kind: "key" as const, id: "key-1", name: "Desk" },
        fromStatus: "pending_approval" as const,
        toStatus: "approved" as const,
        reason: null,
        note: "Seen",
        createdAt: now
      }
      const before = yield* notificationsOf(memberIds.M1)
      const written = insert(row, { notification, notice, redemption })
      yield* written.pipe(Effect.andThen(Effect.fail("later")), atomically, Effect.flip)
      const log = yield* AuditLog
      assert.deepStrictEqual(yield* log.list(`fulfillment:${row.id}`), [])
      assert.strictEqual((yield* notificationsOf(memberIds.M1)).total, before.total)
      yield* written
      assert.deepStrictEqual(yield* log.list(`fulfillment:${row.id}`), [journal(row).audit])
      const after = yield* notificationsOf(memberIds.M1)
      assert.strictEqual(after.total, before.total + 1)
      const { messageParts, metadata, title, type } = after.items[0] ?? {}
      assert.deepStrictEqual(
        { messageParts, metadata, title, type },
        {
          messageParts: notification.messageParts,
          metadata: notification.metadata,
          title: notification.title,
          type: "wallet"
        }
      )
      const last = (yield* Outbox.use((outbox) => outbox.list)).at(-1)
      assert.deepStrictEqual([last?.kind, last?.payload], [notice.kind, notice.payload])
      assert.deepStrictEqual(yield* Fulfillments.use((all) => all.listRedemptions(row.id)), [redemption])
    })
  )

  it.effect("MEM-088: an insert returns stayCancelled when the stay was cancelled meanwhile", () =>
    Effect.gen(function* () {
      const cancelled =
        claimsDataset.reservations.find(({ status }) => status === "cancelled")?.id ?? ReservationId.make(noRow)
      const giveUp = (row: Fulfillment) => Effect.flip(atomically(Effect.flatMap(insert(row), Effect.fail)))
      assert.strictEqual(yield* giveUp(claimRow(103, now, { reservationId: cancelled })), "stayCancelled")
      assert.strictEqual(yield* giveUp(claimRow(105, now, { reservationId: stayId })), "inserted")
      assert.deepStrictEqual(yield* Effect.flip(lock({ id: claimId(105), everywhere: true })), new FulfillmentMissing())
    })
  )

  it.effect("MEM-077, MEM-085, PAR-007: locks for the owner, for a desk within reach, and for the system", () =>
    Effect.gen(function* () {
      const [here, nowhere] = [claimRow(111, now), claimRow(112, now, nobody)]
      yield* insert(here)
      yield* insert(nowhere)
      const reach = (organizationIds: Reach["organizationIds"], venueIds: Reach["venueIds"]) => ({
        reach: { organizationIds, venueIds }
      })
      const outcomes = Effect.fnUntraced(function* (id: string) {
        const owner = yield* Effect.exit(lock({ id: FulfillmentId.make(id), memberId: memberIds.M1 }))
        const other = yield* Effect.exit(lock({ id: FulfillmentId.make(id), memberId: memberIds.M2 }))
        const desks = yield* Effect.forEach(
          [
            reach("all", "all"),
            reach([organizationIds.A], "all"),
            reach([organizationIds.A], [venues.V1.id]),
            reach([organizationIds.A], [venues.V2.id]),
            reach([organizationIds.B], "all"),
            reach([organizationIds.B], [venues.V1.id])
          ],
          (of) => Effect.exit(lock({ id: FulfillmentId.make(id), ...of }))
        )
        return [owner, other, ...desks].map(Exit.isSuccess)
      })
      assert.deepStrictEqual(yield* outcomes(here.id), [true, false, true, true, true, false, false, false])
      assert.deepStrictEqual(yield* outcomes(nowhere.id), [true, false, ...Array.from({ length: 6 }, () => false)])
      assert.deepStrictEqual(
        yield* outcomes(claimId(999)),
        Array.from({ length: 8 }, () => false)
      )
    })
  )

  it.effect("MEM-086: updates a claim only to the version after the stored one", () =>
    Effect.gen(function* () {
      const row = claimRow(121, now, { verificationCodeHash: "digest", verificationCodeEnc: "sealed" })
      yield* insert(row)
      const update = (change: Partial<Fulfillment>) => {
        const changed = { ...row, ...change }
        return atomically(
          Fulfillments.use((all) => all.update({ row: changed, codeStatus: null, journal: journal(changed) }))
        )
      }
      const modified = {
        status: "modified" as const,
        codeValid: false,
        modification: { checkInDate: "2026-03-09", substitution: "Suite", note: "Better" },
        updatedAt: hours(1),
        version: 2
      }
      yield* update(modified)
      assert.deepStrictEqual((yield* lock({ id: row.id, everywhere: true })).row, { ...row, ...modified })
      for (const version of [1, 2, 4]) {
        assert.isTrue(Exit.hasDies(yield* Effect.exit(update({ ...modified, version }))), `version ${version}`)
      }
      const rejected = {
        status: "rejected" as const,
        codeValid: false,
        rejectReason: "No",
        rejectedAt: hours(2),
        version: 3
      }
      yield* update(rejected)
      assert.deepStrictEqual((yield* lock({ id: row.id, everywhere: true })).row, { ...row, ...rejected })
      assert.strictEqual((yield* AuditLog.use((log) => log.list(`fulfillment:${row.id}`))).length, 3)
    })
  )

  it.effect("MEM-082: a claim's code becomes redeemed, void or available; an archived pool's is not reused", () =>
    Effect.gen(function* () {
      const take = (fulfillmentId: string) =>
        OfferCodes.use((codes) =>
          codes.updateAssigned({ offerId: offerId("dinner"), fulfillmentId: FulfillmentId.make(fulfillmentId), now })
        )
      const end = Effect.fnUntraced(function* (n: number, codeStatus: "redeemed" | "void" | "available") {
        const { row } = yield* lock({ id: claimId(n), everywhere: true })
        const ended = { ...row, status: "cancelled" as const, codeValid: false, cancelledAt: now, version: 2 }
        yield* atomically(Fulfillments.use((all) => all.update({ row: ended, codeStatus, journal: journal(ended) })))
        const { externalCode } = yield* get(claimId(n), now, memberIds.M2)
        return externalCode?.xid ?? null
      })
      assert.deepStrictEqual(
        [yield* end(21, "redeemed"), yield* end(22, "void"), yield* end(23, "available"), yield* end(24, "available")],
        ["held-21", "held-22", null, null]
      )
      const taken: Array<string> = []
      for (let n = 131; n < 200; n++) {
        yield* insert(claimOf(n, now, "dinner", { propertyId: null }))
        const one = yield* take(claimId(n))
        if (Option.isNone(one)) break
        taken.push(one.value.xid)
      }
      assert.include(taken, "held-23")
      for (const xid of ["held-21", "held-22", "held-24"]) assert.notInclude(taken, xid)
    })
  )

  it.effect("DOMAIN 5.1: locks the open claims of a stay or a member, by id", () =>
    Effect.gen(function* () {
      const ids = Effect.fnUntraced(function* (of: FulfillmentsOf) {
        const { listForUpdate, listOpen } = yield* Fulfillments
        const open = (yield* atomically(listForUpdate(of))).map(({ row }) => row.id)
        assert.deepStrictEqual(yield* listOpen(of), open)
        return open
      })
      assert.deepStrictEqual(yield* ids({ memberId: memberIds.M3 }), [1, 2, 4, 6].map(claimId))
      const ofStay = yield* ids({ reservationId: stayId })
      assert.include(ofStay, claimId(6))
      assert.notInclude(ofStay, claimId(7))
      assert.deepStrictEqual(yield* ids({ memberId: memberIds.M_new }), [])
    })
  )

  it.effect("DOMAIN 5.1: reminds a member once of a usable claim that ends soon (F16)", () =>
    Effect.gen(function* () {
      const fulfillments = yield* Fulfillments
      const unreminded = (from: number, until: number) =>
        Effect.map(fulfillments.listUnreminded({ now: hours(from), until: hours(until), limit: 100 }), (all) =>
          all.map(({ row }) => row.id).filter((id) => id <= claimId(10))
        )
      // 2 is modified, 4 awaits the property, 5 and 7 have ended.
      assert.deepStrictEqual(yield* unreminded(0, 30), [3, 6, 1].map(claimId))
      assert.deepStrictEqual(yield* unreminded(0, 19), [])
      assert.deepStrictEqual(yield* unreminded(20, 28), [claimId(6)])
      const remind = (n: number, at: number) =>
        fulfillments.updateReminded({
          id: claimId(n),
          now: hours(at),
          notification: { ...notification, memberId: memberIds.M3, dedupeKey: `reminder-${n}`, createdAt: hours(at) }
        })
      const before = (yield* notificationsOf(memberIds.M3)).total
      assert.deepStrictEqual(
        [yield* remind(1, 0), yield* remind(1, 0), yield* remind(5, 0), yield* remind(6, 28), yield* remind(999, 0)],
        [true, false, false, false, false]
      )
      // A merge has moved 3 to another member since it was listed.
      assert.isFalse(yield* remind(3, 0))
      assert.strictEqual((yield* notificationsOf(memberIds.M3)).total, before + 1)
      assert.deepStrictEqual(yield* unreminded(0, 30), [3, 6].map(claimId))
    })
  )

  it.effect("PAR-028: counts wrong codes of one claim within a period, and returns the first of them", () =>
    Effect.gen(function* () {
      const fulfillments = yield* Fulfillments
      const attempt = (n: number, minutes: number) =>
        fulfillments.insertAttempt({
          fulfillmentId: claimId(n),
          attemptedAt: DateTime.add(now, { minutes }),
          actor: { kind: "key", id: "key-1" }
        })
      for (const minutes of [3, 1, 9]) yield* attempt(1, minutes)
      yield* attempt(2, 5)
      const since = (minutes: number) =>
        fulfillments.getAttempts({ fulfillmentId: claimId(1), since: DateTime.add(now, { minutes }) })
      assert.deepStrictEqual(yield* since(0), { count: 3, first: DateTime.add(now, { minutes: 1 }) })
      assert.deepStrictEqual(yield* since(1), { count: 2, first: DateTime.add(now, { minutes: 3 }) })
      assert.deepStrictEqual(yield* since(9), { count: 0, first: null })
      assert.deepStrictEqual(yield* fulfillments.getAttempts({ fulfillmentId: claimId(999), since: now }), {
        count: 0,
        first: null
      })
    })
  )
})
