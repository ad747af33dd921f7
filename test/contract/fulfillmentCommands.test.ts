import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { stays } from "../../src/demo/stays.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { AuditLog } from "../../src/domain/audit/AuditLog.ts"
import { approveFulfillment } from "../../src/domain/fulfillments/approveFulfillment.ts"
import { cancelFulfillment } from "../../src/domain/fulfillments/cancelFulfillment.ts"
import { completeFulfillment } from "../../src/domain/fulfillments/completeFulfillment.ts"
import { confirmFulfillment } from "../../src/domain/fulfillments/confirmFulfillment.ts"
import { expireDueFulfillments } from "../../src/domain/fulfillments/expireFulfillments.ts"
import { fulfillFulfillment } from "../../src/domain/fulfillments/fulfillFulfillment.ts"
import { FulfillmentNotCancellable, InvalidStateTransition } from "../../src/domain/fulfillments/FulfillmentErrors.ts"
import { Fulfillments } from "../../src/domain/fulfillments/Fulfillments.ts"
import { modifyFulfillment } from "../../src/domain/fulfillments/modifyFulfillment.ts"
import { rejectFulfillment } from "../../src/domain/fulfillments/rejectFulfillment.ts"
import { remindFulfillments } from "../../src/domain/fulfillments/remindFulfillments.ts"
import { withdrawOfMember, withdrawOfStay } from "../../src/domain/fulfillments/withdrawFulfillments.ts"
import { RateLimited } from "../../src/domain/ratelimit/RateLimited.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { at, claimants, claimed, deskCommand, detail, fund, notices, titles, wallet } from "../support/claimants.ts"
import { asMember, twin } from "../support/memberServices.ts"
import { twins } from "../support/twins.ts"

type Parts = Parameters<typeof at>[0]

/** What a desk's command came to: the status it left, or the failure. */
const outcome = <E extends { readonly _tag: string }, R, E2>(
  command: Effect.Effect<Result.Result<{ readonly locked: { readonly row: { readonly status: string } } }, E>, E2, R>,
  parts: Parts = { hours: 1 }
) =>
  Effect.map(
    at(parts)(atomically(command)),
    Result.match({ onSuccess: ({ locked }) => locked.row.status, onFailure: (error) => error })
  )

const approve = (id: string, parts?: Parts) => outcome(approveFulfillment(deskCommand(id)), parts)
const reject = (id: string, parts?: Parts) =>
  outcome(rejectFulfillment({ ...deskCommand(id), reason: "The house is full", note: "Sorry" }), parts)
const modify = (id: string, parts?: Parts) =>
  outcome(modifyFulfillment({ ...deskCommand(id), modification: { note: "Later", substitution: "Suite" } }), parts)
const fulfill = (id: string, verificationCode?: string, parts?: Parts) =>
  outcome(fulfillFulfillment({ ...deskCommand(id), verificationCode }), parts)

const conflict = (currentStatus: InvalidStateTransition["currentStatus"]) =>
  new InvalidStateTransition({ currentStatus })

const member = (memberId: number, parts: Parts = { hours: 1 }) => ({
  cancel: (fulfillmentId: string) =>
    at(parts)(asMember(memberId)(cancelFulfillment({ fulfillmentId, requestId: "it-member" }))),
  confirm: (fulfillmentId: string) =>
    at(parts)(asMember(memberId)(confirmFulfillment({ fulfillmentId, requestId: "it-member" })))
})

const history = (memberId: number, id: string, parts?: Parts) =>
  Effect.map(detail(memberId, id, parts), (one) =>
    one.history.map(({ action, actorKind, fromStatus, toStatus }) => `${actorKind} ${action} ${fromStatus} ${toStatus}`)
  )

const redemptions = (id: string) =>
  Effect.map(
    Fulfillments.use((all) => all.listRedemptions(id)),
    (records) =>
      records.map(({ action, fromStatus, note, reason, toStatus }) => [action, fromStatus, toStatus, reason, note])
  )

const openStay = stays.find(({ name }) => name === "open")
const stayOf = claimants.reservations.find(({ externalId }) => externalId === openStay?.externalId)

twins("fulfillment commands", twin, claimants, (it) => {
  it.effect("PAR-026, F3: the desk approves: a reserved code is shown, with record, history and notification", () =>
    Effect.gen(function* () {
      const id = 1001
      yield* fund(id, 1000)
      const claim = yield* claimed(id, "museum")
      const before = yield* detail(id, claim)
      assert.deepStrictEqual(
        [before.status, before.externalCode, before.verificationCode],
        ["pending_approval", null, null]
      )
      assert.strictEqual(yield* approve(claim), "approved")
      const { approvedAt, externalCode, status } = yield* detail(id, claim)
      assert.deepStrictEqual([status, approvedAt], ["approved", "2026-03-04T06:06:07.890Z"])
      assert.match(externalCode ?? "", /^[0-9A-Z]{8}$/)
      assert.deepStrictEqual(yield* history(id, claim), [
        "member claimed null pending_approval",
        "key approved pending_approval approved"
      ])
      assert.deepStrictEqual(yield* redemptions(claim), [["approve", "pending_approval", "approved", null, null]])
      assert.deepStrictEqual(yield* titles(id), ["Offer approved", "Offer requested"])
      assert.deepStrictEqual(yield* approve(claim), conflict("approved"))
      assert.strictEqual((yield* redemptions(claim)).length, 1)
    })
  )

  it.effect("PAR-028, F3, F6: approval makes the code of what waited, and the desk fulfills with it", () =>
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
      assert.deepStrictEqual([done.fulfilledAt, done.verificationCode], ["2026-03-04T07:06:07.890Z", null])
      assert.deepStrictEqual(yield* wallet(id), {
        spendable: 680,
        transactions: ["SPEND -320", "ADJUST 1000"],
        addsUp: true
      })
      const confirmed = yield* member(id, { hours: 9 }).confirm(claim)
      assert.deepStrictEqual(confirmed, { success: true, status: "fulfilled", fulfilledAt: "2026-03-04T07:06:07.890Z" })
    })
  )

  it.effect(
    "MEM-080, F4: modified and approved twice, then cancelled: one code throughout, one refund of the charge",
    () =>
      Effect.gen(function* () {
        const id = 1003
        yield* fund(id, 300, 300)
        const claim = yield* claimed(id, "spa")
        const { charges, verificationCode: code } = yield* detail(id, claim)
        assert.deepStrictEqual(charges, [
          { assetType: "VALID", points: 300 },
          { assetType: "CREDIT", points: 150 }
        ])
        const shown = Effect.map(detail(id, claim), ({ modification, status, verificationCode }) => ({
          status,
          verificationCode,
          note: modification?.note
        }))
        assert.strictEqual(yield* modify(claim), "modified")
        assert.deepStrictEqual(yield* shown, { status: "modified", verificationCode: null, note: "Later" })
        assert.deepStrictEqual(yield* fulfill(claim, code ?? ""), conflict("modified"))
        assert.strictEqual(yield* approve(claim), "approved")
        assert.deepStrictEqual(yield* shown, { status: "approved", verificationCode: code, note: "Later" })
        assert.strictEqual(yield* modify(claim), "modified")
        yield* member(id).cancel(claim)
        assert.deepStrictEqual(yield* wallet(id), {
          spendable: 600,
          transactions: ["ADJUST 150", "ADJUST 300", "SPEND -150", "SPEND -300", "ADJUST 300", "ADJUST 300"],
          addsUp: true
        })
        assert.deepStrictEqual(yield* history(id, claim), [
          "member claimed null claimed",
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
    "PAR-027, MEM-082, F5: the desk rejects: wallet as before the claim, an unseen pool code is free again",
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

  it.effect("MEM-082: a pool code that was shown is lost with its claim, one that was not is given out again", () =>
    Effect.gen(function* () {
      const id = 1005
      yield* fund(id, 5000)
      const codeOf = (claim: string) => Effect.map(detail(id, claim), ({ externalCode }) => externalCode)
      const first = yield* claimed(id, "dinner")
      const shown = yield* codeOf(first)
      yield* member(id).cancel(first)
      assert.isNull(yield* codeOf(first))
      const second = yield* claimed(id, "dinner")
      assert.notStrictEqual(yield* codeOf(second), shown)
      const waiting = yield* claimed(id, "museum")
      yield* member(id).cancel(waiting)
      const again = yield* claimed(id, "museum")
      const later = yield* claimed(id, "museum")
      yield* approve(again)
      yield* approve(later)
      const [taken, next] = [yield* codeOf(again), yield* codeOf(later)]
      yield* member(id).cancel(again)
      const last = yield* claimed(id, "museum")
      yield* approve(last)
      assert.notInclude([taken, next], yield* codeOf(last))
    })
  )

  it.effect("PAR-028: five wrong codes within 15 minutes close a claim to codes, also to the right one", () =>
    Effect.gen(function* () {
      const id = 1006
      yield* fund(id, 1000)
      const [claim, other] = [yield* claimed(id, "spa"), yield* claimed(id, "spa")]
      const code = (yield* detail(id, claim)).verificationCode ?? ""
      const tried = Effect.fnUntraced(function* (minutes: number, text: string | undefined, of = claim) {
        const result = yield* fulfill(of, text, { minutes })
        return typeof result === "string" ? result : result._tag
      })
      for (const minutes of [0, 1, 2, 3]) {
        assert.strictEqual(yield* tried(minutes, "00000000"), "VerificationCodeInvalid")
      }
      assert.strictEqual(yield* tried(3, undefined), "VerificationCodeInvalid")
      assert.strictEqual(yield* tried(4, "00000000"), "VerificationCodeInvalid")
      assert.deepStrictEqual(
        yield* fulfill(claim, "00000000", { minutes: 5 }),
        new RateLimited({ retryAfterSeconds: 600 })
      )
      assert.strictEqual(yield* tried(6, code), "RateLimited")
      assert.strictEqual((yield* detail(id, claim)).status, "claimed")
      assert.strictEqual(yield* tried(6, "00000000", other), "VerificationCodeInvalid")
      const audit = yield* AuditLog.use((log) => log.list(`fulfillment:${claim}`))
      assert.deepStrictEqual(
        audit.map(({ action, actor }) => [action, actor.kind]),
        [
          ["claimed", "member"],
          ["verification_blocked", "key"]
        ]
      )
      assert.deepStrictEqual(yield* history(id, claim), ["member claimed null claimed"])
      assert.strictEqual(yield* tried(15, code), "fulfilled")
      assert.strictEqual((yield* wallet(id)).spendable, 100)
    })
  )

  it.effect("F6: the desk fulfills what has no code of its own without one, and what has one only with it", () =>
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

  it.effect("F14: the system completes what is its own to complete, once, and nothing else", () =>
    Effect.gen(function* () {
      const id = 1008
      yield* fund(id, 1000)
      const [journey, spa] = [yield* claimed(id, "journey"), yield* claimed(id, "spa")]
      assert.strictEqual(yield* outcome(completeFulfillment(journey)), "fulfilled")
      assert.deepStrictEqual(yield* outcome(completeFulfillment(journey)), conflict("fulfilled"))
      assert.deepStrictEqual(yield* outcome(completeFulfillment(spa)), conflict("claimed"))
      assert.deepStrictEqual(yield* history(id, journey), [
        "member claimed null claimed",
        "system completed claimed fulfilled"
      ])
    })
  )

  it.effect("MEM-117, F15: a command on what fell due is refused as for expired, and the refund stays", () =>
    Effect.gen(function* () {
      const id = 1009
      yield* fund(id, 1000)
      const claim = yield* claimed(id, "short_lived")
      assert.deepStrictEqual(
        yield* Effect.flip(member(id, { hours: 2 }).cancel(claim)),
        new FulfillmentNotCancellable({ status: "expired" })
      )
      const after = { spendable: 1000, transactions: ["ADJUST 110", "SPEND -110", "ADJUST 1000"], addsUp: true }
      assert.deepStrictEqual(yield* wallet(id, { hours: 2 }), after)
      const tag = (error: { readonly _tag: string }) => error._tag
      assert.strictEqual(tag(yield* Effect.flip(member(id, { hours: 2 }).confirm(claim))), "FulfillmentNotConfirmable")
      for (const refused of [
        approve(claim, { hours: 3 }),
        fulfill(claim, "x", { hours: 3 }),
        modify(claim, { hours: 3 })
      ]) {
        assert.deepStrictEqual(yield* refused, conflict("expired"))
      }
      assert.deepStrictEqual(yield* wallet(id, { hours: 3 }), after)
      assert.deepStrictEqual(yield* history(id, claim, { hours: 3 }), [
        "member claimed null claimed",
        "system expired claimed expired"
      ])
      assert.deepStrictEqual((yield* titles(id))[0], "Offer expired")
    })
  )

  it.effect("MEM-117, F15: each kind of command lets what fell due expire", () =>
    Effect.gen(function* () {
      const id = 1010
      yield* fund(id, 1000)
      const hours = { hours: 2 }
      const commands = [
        (claim: string) => approve(claim, hours),
        (claim: string) => reject(claim, hours),
        (claim: string) => modify(claim, hours),
        (claim: string) => fulfill(claim, "00000000", hours),
        (claim: string) => Effect.flip(member(id, hours).confirm(claim)),
        (claim: string) => outcome(completeFulfillment(claim), hours)
      ]
      for (const command of commands) {
        const claim = yield* claimed(id, "short_lived")
        yield* command(claim)
        assert.strictEqual((yield* detail(id, claim, hours)).expiredAt, "2026-03-04T07:06:07.890Z")
        assert.strictEqual((yield* wallet(id, hours)).spendable, 1000)
      }
    })
  )

  it.effect("MEM-117, F15, F16: the wallet, the detail and the list agree on what fell due, before any sweep", () =>
    Effect.gen(function* () {
      const id = 1011
      yield* fund(id, 3000)
      const kinds = {
        self: yield* claimed(id, "spa"),
        desk: yield* claimed(id, "late_checkout"),
        waiting: yield* claimed(id, "upgrade"),
        unknown: yield* claimed(id, "unknown_type"),
        journey: yield* claimed(id, "journey"),
        approved: yield* claimed(id, "late_checkout"),
        refundable: yield* claimed(id, "refundable")
      }
      yield* approve(kinds.approved)
      assert.strictEqual((yield* wallet(id)).spendable, 3000 - 450 - 180 - 320 - 160 - 150 - 180 - 140)
      const later = { days: 40 }
      const { addsUp, spendable } = yield* wallet(id, later)
      assert.deepStrictEqual([spendable, addsUp], [3000 - 450 - 180, true])
      for (const claim of Object.values(kinds)) {
        assert.strictEqual((yield* detail(id, claim, later)).status, "expired")
      }
      const told = (yield* titles(id)).filter((title) => title === "Offer expired")
      assert.strictEqual(told.length, 5)
      assert.deepStrictEqual((yield* wallet(id, later)).spendable, spendable)
    })
  )

  it.effect("MEM-117: the sweep lets everything expire that fell due, once, and a second one changes nothing", () =>
    Effect.gen(function* () {
      const id = 1012
      yield* fund(id, 3000)
      yield* at({ minutes: 119 })(expireDueFulfillments())
      for (let n = 0; n < 5; n++) yield* claimed(id, "short_lived", {}, { minutes: 120 + n })
      const sweep = (minutes: number, limit?: number) => at({ minutes })(expireDueFulfillments(limit))
      assert.deepStrictEqual([yield* sweep(239), yield* sweep(241), yield* sweep(241)], [0, 2, 0])
      assert.deepStrictEqual([yield* sweep(300, 2), yield* sweep(300)], [3, 0])
      assert.deepStrictEqual((yield* wallet(id, { minutes: 300 })).spendable, 3000)
    })
  )

  it.effect("MEM-117: what a claim that fell due gives back counts for the next claim", () =>
    Effect.gen(function* () {
      const id = 1013
      yield* fund(id, 110)
      yield* claimed(id, "short_lived")
      const short = yield* Effect.flip(claimed(id, "short_lived", {}, { minutes: 119 }))
      assert.deepStrictEqual(short.message, "Needs 110 points, has 0")
      yield* claimed(id, "short_lived", {}, { hours: 2 })
      assert.deepStrictEqual((yield* wallet(id, { hours: 2 })).transactions, [
        "SPEND -110",
        "ADJUST 110",
        "SPEND -110",
        "ADJUST 110"
      ])
    })
  )

  it.effect("F19: a cancelled stay cancels the claims that need it, with refund, and leaves the others", () =>
    Effect.gen(function* () {
      const id = stayOf?.memberId ?? 0
      const reservationId = openStay?.externalId ?? ""
      const before = (yield* wallet(id)).spendable
      const bound = yield* claimed(id, "stay_gift", { reservationId })
      const free = yield* claimed(id, "spa", { reservationId })
      assert.strictEqual(yield* at({ hours: 1 })(atomically(withdrawOfStay(stayOf?.id ?? 0))), 1)
      assert.strictEqual(yield* at({ hours: 1 })(atomically(withdrawOfStay(stayOf?.id ?? 0))), 0)
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
      assert.strictEqual(yield* at({ hours: 3 })(atomically(withdrawOfMember(id))), 2)
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

  it.effect("DOMAIN 5.1: reminds 48 hours before the end, once, and only of what a member can still use", () =>
    Effect.gen(function* () {
      const id = 1015
      yield* fund(id, 2000)
      yield* claimed(id, "refundable")
      yield* claimed(id, "late_checkout")
      yield* claimed(id, "spa")
      const reminders = Effect.map(titles(id), (all) => all.filter((title) => title === "Offer ends soon").length)
      const remind = (hours: number) => Effect.andThen(at({ hours })(remindFulfillments()), reminders)
      assert.deepStrictEqual([yield* remind(23), yield* remind(24), yield* remind(25), yield* remind(71)], [0, 1, 1, 1])
      assert.deepStrictEqual([yield* remind(670), yield* remind(672), yield* remind(700)], [1, 2, 2])
    })
  )

  it.effect("MEM-083: tells the venue of what was cancelled there, once, and nobody of what has no venue", () =>
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
