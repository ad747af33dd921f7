import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { externalCode } from "../../src/demo/demoOfferCodes.ts"
import { offerXid } from "../../src/demo/offerPlan.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { AuditLog } from "../../src/domain/audit/AuditLog.ts"
import { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { completeFulfillment } from "../../src/domain/fulfillments/completeFulfillment.ts"
import { FulfillmentNotCancellable } from "../../src/domain/fulfillments/FulfillmentErrors.ts"
import { lockClaims } from "../../src/domain/fulfillments/lockClaims.ts"
import { withdrawOfMember, withdrawOfStay } from "../../src/domain/fulfillments/withdrawFulfillments.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { RateLimited } from "../../src/domain/ratelimit/RateLimited.ts"
import { ReservationId } from "../../src/domain/reservations/Reservation.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { noRow } from "../../src/domain/shared/Scalars.ts"
import * as RowStoreLayer from "../../src/layers/RowStoreLayer.ts"
import { at, claimants, claimed, detail, fund, notices, titles, wallet } from "../support/claimants.ts"
import { twin } from "../support/memberServices.ts"
import { twins } from "../support/twins.ts"
import {
  outcome,
  approve,
  reject,
  modify,
  fulfill,
  conflict,
  member,
  history,
  redemptions,
  openStay,
  stayOf
} from "../support/fulfillmentOutcomes.ts"

const services = {
  layerMemory: Layer.merge(twin.layerMemory, RowStoreLayer.layerMemory),
  layerSql: Layer.merge(twin.layerSql, RowStoreLayer.layerSql)
}

twins("fulfillment commands", services, claimants, (it) => {
  it.effect("PAR-026, F3: an approval reveals the reserved code, with redemption, history and notification", () =>
    Effect.gen(function* () {
      const id = 1001
      yield* fund(id, 1000)
      const claim = yield* claimed(id, "museum")
      const before = yield* detail(id, claim)
      assert.deepStrictEqual(
        [before.status, before.externalCode, before.verificationCode],
        ["pending_approval", undefined, undefined]
      )
      assert.strictEqual(yield* approve(claim), "approved")
      const { approvedAt, externalCode, status } = yield* detail(id, claim)
      assert.deepStrictEqual([status, approvedAt], ["approved", "2026-03-04T06:06:07.890Z"])
      assert.match(externalCode ?? "", /^[0-9A-Z]{8}$/)
      assert.deepStrictEqual(yield* history(id, claim), [
        "member claimed none pending_approval",
        "key approved pending_approval approved"
      ])
      assert.deepStrictEqual(yield* redemptions(claim), [["approve", "pending_approval", "approved", null, null]])
      assert.deepStrictEqual(yield* titles(id), ["Offer approved", "Offer requested"])
      assert.deepStrictEqual(yield* approve(claim), conflict("approved"))
      assert.strictEqual((yield* redemptions(claim)).length, 1)
    })
  )

  it.effect("PAR-028, F3, F6: an approval creates the code of a pending claim, with which the desk fulfills it", () =>
    Effect.gen(function* () {
      const id = 1002
      yield* fund(id, 1000)
      const claim = yield* claimed(id, "upgrade")
      assert.deepStrictEqual(yield* fulfill(claim), conflict("pending_approval"))
      yield* approve(claim)
      const { verificationCode } = yield* detail(id, claim)
      assert.match(verificationCode ?? "", /^[0-9A-HJKMNP-TV-Z]{8}$/)
      assert.strictEqual(yield* fulfill(claim, ` ${verificationCode?.toLowerCase()} `, { hours: 2 }), "fulfilled")
      const done = yield* detail(id, claim)
      assert.deepStrictEqual(
        [done.approvedAt, done.fulfilledAt, done.verificationCode],
        ["2026-03-04T06:06:07.890Z", "2026-03-04T07:06:07.890Z", undefined]
      )
      assert.deepStrictEqual(yield* wallet(id), {
        spendable: 680,
        transactions: ["SPEND -320", "ADJUST 1000"],
        addsUp: true
      })
      const confirmed = yield* member(id, { hours: 9 }).confirm(claim)
      assert.deepStrictEqual(confirmed, { success: true, status: "fulfilled", fulfilledAt: "2026-03-04T07:06:07.890Z" })
    })
  )

  it.effect("MEM-080, F4: a claim modified, approved, modified and cancelled keeps one code and is refunded once", () =>
    Effect.gen(function* () {
      const id = 1003
      yield* fund(id, 300, 300)
      const claim = yield* claimed(id, "spa")
      const { charges, verificationCode: code } = yield* detail(id, claim)
      assert.deepStrictEqual(charges, [
        { assetType: "VALID", points: 300 },
        { assetType: "CREDIT", points: 150 }
      ])
      const visible = Effect.map(detail(id, claim), ({ modification, status, verificationCode }) => ({
        status,
        verificationCode,
        note: modification?.note
      }))
      assert.strictEqual(yield* modify(claim), "modified")
      assert.deepStrictEqual(yield* visible, { status: "modified", verificationCode: undefined, note: "Later" })
      assert.deepStrictEqual(yield* fulfill(claim, code ?? ""), conflict("modified"))
      assert.strictEqual(yield* approve(claim), "approved")
      assert.deepStrictEqual(yield* visible, { status: "approved", verificationCode: code, note: "Later" })
      assert.strictEqual(yield* modify(claim), "modified")
      yield* member(id).cancel(claim)
      assert.deepStrictEqual(yield* wallet(id), {
        spendable: 600,
        transactions: ["ADJUST 150", "ADJUST 300", "SPEND -150", "SPEND -300", "ADJUST 300", "ADJUST 300"],
        addsUp: true
      })
      assert.deepStrictEqual(yield* history(id, claim), [
        "member claimed none claimed",
        "key modified claimed modified",
        "key approved modified approved",
        "key modified approved modified",
        "member cancelled modified cancelled"
      ])
      assert.strictEqual((yield* redemptions(claim)).length, 3)
      assert.deepStrictEqual(yield* fulfill(claim, code ?? ""), conflict("cancelled"))
    })
  )

  it.effect(
    "PAR-027, MEM-082, F5: a rejection refunds the claim and has its reason; every later command conflicts",
    () =>
      Effect.gen(function* () {
        const id = 1004
        yield* fund(id, 100, 200)
        const claim = yield* claimed(id, "museum")
        assert.strictEqual((yield* wallet(id)).spendable, 80)
        assert.strictEqual(yield* reject(claim), "rejected")
        assert.deepStrictEqual((yield* wallet(id)).spendable, 300)
        const { rejectedAt, rejectionReason, status } = yield* detail(id, claim)
        assert.deepStrictEqual(
          [status, rejectedAt, rejectionReason],
          ["rejected", "2026-03-04T06:06:07.890Z", "The house is full"]
        )
        assert.deepStrictEqual(yield* redemptions(claim), [
          ["reject", "pending_approval", "rejected", "The house is full", "Sorry"]
        ])
        assert.deepStrictEqual((yield* titles(id))[0], "Offer rejected")
        for (const refused of [approve, reject, modify, fulfill]) {
          assert.deepStrictEqual(yield* refused(claim), conflict("rejected"))
        }
        assert.isTrue((yield* wallet(id)).addsUp)
        assert.deepStrictEqual(
          yield* Effect.flip(member(id).cancel(claim)),
          new FulfillmentNotCancellable({ status: "rejected" })
        )
      })
  )

  it.effect("MEM-082: a pool code that was shown is void with its claim, one that was not is given out again", () =>
    Effect.gen(function* () {
      const id = 1005
      yield* fund(id, 5000)
      const codeOf = (claim: string) => Effect.map(detail(id, claim), ({ externalCode }) => externalCode)
      const first = yield* claimed(id, "dinner")
      const firstCode = yield* codeOf(first)
      yield* member(id).cancel(first)
      assert.isUndefined(yield* codeOf(first))
      const second = yield* claimed(id, "dinner")
      assert.notStrictEqual(yield* codeOf(second), firstCode)

      const pool = Array.from({ length: 12 }, (_, place) => externalCode("museum", place))
      const approvedPlace = Effect.fnUntraced(function* (claim: string) {
        yield* approve(claim)
        return pool.indexOf((yield* codeOf(claim)) ?? "")
      })
      const from = yield* approvedPlace(yield* claimed(id, "museum"))
      const waiting = yield* claimed(id, "museum")
      yield* member(id).cancel(waiting)
      const again = yield* claimed(id, "museum")
      const later = yield* claimed(id, "museum")
      assert.deepStrictEqual([yield* approvedPlace(later), yield* approvedPlace(again)], [from + 2, from + 1])
      yield* member(id).cancel(again)
      assert.strictEqual(yield* approvedPlace(yield* claimed(id, "museum")), from + 3)
    })
  )

  it.effect("PAR-028: five wrong codes within 15 minutes block a claim, even for the right code", () =>
    Effect.gen(function* () {
      const id = 1006
      yield* fund(id, 1000)
      const [claim, other] = [yield* claimed(id, "spa"), yield* claimed(id, "spa")]
      const code = (yield* detail(id, claim)).verificationCode ?? ""
      const attempt = Effect.fnUntraced(function* (minutes: number, text: string | undefined, of = claim) {
        const result = yield* fulfill(of, text, { minutes })
        return typeof result === "string" ? result : result._tag
      })
      for (const minutes of [0, 1, 2, 3]) {
        assert.strictEqual(yield* attempt(minutes, "00000000"), "VerificationCodeInvalid")
      }
      assert.strictEqual(yield* attempt(3, undefined), "VerificationCodeInvalid")
      assert.strictEqual(yield* attempt(4, "00000000"), "VerificationCodeInvalid")
      assert.deepStrictEqual(
        yield* fulfill(claim, "00000000", { minutes: 5 }),
        new RateLimited({ retryAfterSeconds: 600 })
      )
      assert.strictEqual(yield* attempt(6, code), "RateLimited")
      assert.strictEqual((yield* detail(id, claim)).status, "claimed")
      assert.strictEqual(yield* attempt(6, "00000000", other), "VerificationCodeInvalid")
      const audit = yield* AuditLog.use((log) => log.list(`fulfillment:${claim}`))
      assert.deepStrictEqual(
        audit.map(({ action, actor }) => [action, actor.kind]),
        [
          ["claimed", "member"],
          ["verification_blocked", "key"]
        ]
      )
      assert.deepStrictEqual(yield* history(id, claim), ["member claimed none claimed"])
      assert.strictEqual(yield* attempt(15, code), "fulfilled")
      assert.strictEqual((yield* wallet(id)).spendable, 100)
    })
  )

  it.effect("MEM-088: the price is frozen at the claim, and so is eligibility, whatever the offer becomes", () =>
    Effect.gen(function* () {
      const id = 1019
      yield* fund(id, 1000)
      const [kept, cancelled] = [yield* claimed(id, "discount"), yield* claimed(id, "discount")]
      const before = yield* detail(id, kept)
      const offers = (yield* RowStore).of("offers")
      const changed = yield* offers.update(
        { organizationId: OrganizationId.make(1), xid: offerXid("discount") },
        { pointsRequired: 999, minTierLevel: 9, claimTtlHours: 1, requiresStay: true, status: "archived" }
      )
      assert.lengthOf(changed, 1)
      assert.deepStrictEqual(yield* detail(id, kept, { hours: 2 }), before)
      assert.strictEqual(before.pointsCharged, 130)
      yield* member(id, { hours: 2 }).cancel(cancelled)
      assert.strictEqual(yield* fulfill(kept, before.verificationCode, { hours: 2 }), "fulfilled")
      assert.deepStrictEqual(yield* wallet(id, { hours: 2 }), {
        spendable: 870,
        transactions: ["ADJUST 130", "SPEND -130", "SPEND -130", "ADJUST 1000"],
        addsUp: true
      })
    })
  )

  it.effect("F6: the desk fulfills claims without a code of their own, and others only with their code", () =>
    Effect.gen(function* () {
      const id = 1007
      yield* fund(id, 5000)
      const atV1 = { propertyId: venueDocumentId("V1") }
      const claims = {
        dinner: yield* claimed(id, "dinner", atV1),
        journey: yield* claimed(id, "journey", atV1),
        late: yield* claimed(id, "late_checkout"),
        lounge: yield* claimed(id, "lounge", atV1)
      }
      const tag = (result: string | { readonly _tag: string }) => (typeof result === "string" ? result : result._tag)
      const found = yield* Effect.forEach(Object.values(claims), (claim) => Effect.map(fulfill(claim), tag))
      assert.deepStrictEqual(found, ["fulfilled", "fulfilled", "VerificationCodeInvalid", "VerificationCodeInvalid"])
      assert.match((yield* detail(id, claims.dinner)).externalCode ?? "", /^[0-9A-Z]{8}$/)
    })
  )

  it.effect("F14: the system completes claims of internal types, once, and no others", () =>
    Effect.gen(function* () {
      const id = 1008
      yield* fund(id, 1000)
      const [journey, spa] = [yield* claimed(id, "journey"), yield* claimed(id, "spa")]
      assert.strictEqual(yield* outcome(completeFulfillment(journey)), "fulfilled")
      assert.deepStrictEqual(yield* outcome(completeFulfillment(journey)), conflict("fulfilled"))
      assert.deepStrictEqual(yield* outcome(completeFulfillment(spa)), conflict("claimed"))
      assert.deepStrictEqual(yield* history(id, journey), [
        "member claimed none claimed",
        "system completed claimed fulfilled"
      ])
    })
  )

  it.effect("F19: a cancelled stay cancels the claims that need it, with refund, and leaves the others", () =>
    Effect.gen(function* () {
      const id = stayOf?.memberId ?? 0
      const reservationId = openStay?.externalId ?? assert.fail()
      const before = (yield* wallet(id)).spendable
      const bound = yield* claimed(id, "stay_gift", { reservationId })
      const free = yield* claimed(id, "spa", { reservationId })
      const ofStay = lockClaims({ reservationId: stayOf?.id ?? ReservationId.make(noRow) })
      const withdraw = at({ hours: 1 })(atomically(Effect.flatMap(ofStay, withdrawOfStay)))
      assert.strictEqual(yield* withdraw, 1)
      assert.strictEqual(yield* withdraw, 0)
      assert.deepStrictEqual(
        [(yield* detail(id, bound)).status, (yield* detail(id, free)).status],
        ["cancelled", "claimed"]
      )
      assert.strictEqual((yield* wallet(id)).spendable, before - 450)
      assert.deepStrictEqual((yield* history(id, bound)).at(-1), "system cancelled claimed cancelled")
      assert.strictEqual((yield* titles(id))[0], "Offer cancelled")
      assert.strictEqual((yield* notices(bound)).length, 1)
    })
  )

  it.effect("F19: closing a member cancels every open claim; one that fell due expires instead", () =>
    Effect.gen(function* () {
      const id = 1014
      yield* fund(id, 2000)
      const claims = [yield* claimed(id, "spa"), yield* claimed(id, "upgrade"), yield* claimed(id, "short_lived")]
      const done = yield* claimed(id, "lounge")
      yield* member(id).confirm(done)
      assert.strictEqual(yield* at({ hours: 3 })(atomically(withdrawOfMember(MemberId.make(id)))), 2)
      const statuses = yield* Effect.forEach(claims, (claim) =>
        Effect.map(detail(id, claim, { hours: 3 }), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, ["cancelled", "cancelled", "expired"])
      assert.deepStrictEqual(
        yield* Effect.map(wallet(id, { hours: 3 }), ({ addsUp, spendable }) => [spendable, addsUp]),
        [1800, true]
      )
    })
  )

  it.effect("MEM-083: notifies the venue of a cancelled claim once, and no one of a claim without a venue", () =>
    Effect.gen(function* () {
      const id = 1016
      yield* fund(id, 1000)
      const [here, nowhere] = [yield* claimed(id, "spa"), yield* claimed(id, "breakfast")]
      assert.deepStrictEqual([yield* notices(here), yield* notices(nowhere)], [[], []])
      yield* member(id).cancel(here)
      yield* member(id).cancel(nowhere)
      yield* Effect.flip(member(id).cancel(here))
      const [notice, ...more] = yield* notices(here)
      assert.deepStrictEqual(notice?.payload, {
        event: "cancelled",
        fulfillmentId: here,
        offerId: (yield* detail(id, here)).offerId,
        offerName: "Spa hour",
        propertyId: venueDocumentId("V1")
      })
      assert.deepStrictEqual([more, yield* notices(nowhere), yield* redemptions(here)], [[], [], []])
    })
  )

  it.effect("MEM-080: three claims of one offer by two members, all cancelled: three refunds", () =>
    Effect.gen(function* () {
      const [one, other] = [1017, 1018]
      yield* fund(one, 1000)
      yield* fund(other, 500)
      const claims = [yield* claimed(one, "spa"), yield* claimed(other, "spa"), yield* claimed(one, "spa")]
      const [first = "", second = "", third = ""] = claims
      yield* member(one).cancel(first)
      yield* member(other).cancel(second)
      yield* member(one).cancel(third)
      assert.deepStrictEqual(yield* wallet(one), {
        spendable: 1000,
        transactions: ["ADJUST 450", "ADJUST 450", "SPEND -450", "SPEND -450", "ADJUST 1000"],
        addsUp: true
      })
      assert.strictEqual((yield* wallet(other)).spendable, 500)
    })
  )
})
