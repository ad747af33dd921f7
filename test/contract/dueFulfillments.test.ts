import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { completeFulfillment } from "../../src/domain/fulfillments/completeFulfillment.ts"
import { expireDueFulfillments } from "../../src/domain/fulfillments/expireFulfillments.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import { FulfillmentNotCancellable } from "../../src/domain/fulfillments/FulfillmentErrors.ts"
import { remindFulfillments } from "../../src/domain/fulfillments/remindFulfillments.ts"
import { at, claimants, claimed, detail, fund, titles, wallet } from "../support/claimants.ts"
import { twin } from "../support/memberServices.ts"
import { twins } from "../support/twins.ts"
import { outcome, approve, reject, modify, fulfill, conflict, member, history } from "../support/fulfillmentOutcomes.ts"

twins("fulfillments that fall due", twin, claimants, (it) => {
  it.effect("MEM-117, F15: a command on a due claim fails as on an expired one, and the refund is kept", () =>
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
        "member claimed none claimed",
        "system expired claimed expired"
      ])
      assert.deepStrictEqual((yield* titles(id))[0], "Offer expired")
    })
  )

  it.effect("MEM-117, F15: every kind of command expires a due claim, and refunds it", () =>
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
        (claim: string) => outcome(completeFulfillment(FulfillmentId.make(claim)), hours)
      ]
      for (const command of commands) {
        const claim = yield* claimed(id, "short_lived")
        yield* command(claim)
        assert.strictEqual((yield* detail(id, claim, hours)).expiredAt, "2026-03-04T07:06:07.890Z")
        assert.strictEqual((yield* wallet(id, hours)).spendable, 1000)
      }
    })
  )

  it.effect("MEM-117, F15, F16: wallet, detail and list agree on due claims before any sweep", () =>
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
      const expiries = (yield* titles(id)).filter((title) => title === "Offer expired")
      assert.strictEqual(expiries.length, 5)
      assert.deepStrictEqual((yield* wallet(id, later)).spendable, spendable)
    })
  )

  it.effect("MEM-117: a sweep expires every due claim, up to its limit; a second sweep changes nothing", () =>
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

  it.effect("MEM-117: the refund of a due claim is available to the next claim", () =>
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

  it.effect("DOMAIN 5.1: reminds of a claim 48 hours before it ends, once, and only while it can be used", () =>
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
})
