import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { freshKey } from "../../support/http/clients.ts"
import { controls } from "../../support/desk.ts"
import { memberCalls, unlimited } from "../../support/memberCalls.ts"
import { key, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const PA = key("PA")
const m1 = memberCalls("M1")

const call = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
  const service = yield* Service.Service
  const answer = yield* service.call(method, `/v1/partner/offer-code-pools${path}`, {
    headers: { ...PA, ...(method === "GET" ? {} : freshKey()) },
    body
  })
  assert.isBelow(answer.status, 300, answer.text)
  return answer
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const make = Effect.fnUntraced(function* (
  offer: "sold_out" | "museum",
  codes: ReadonlyArray<string>,
  settings: { readonly expiresAt?: string; readonly lowStockThreshold?: number } = {}
) {
  const made = yield* call("POST", "", { offerId: demoIds.offers[offer], name: "Made", ...settings })
  const id = String(made.at("poolId"))
  yield* call("POST", `/${id}/codes`, { codes })
  return id
})
const change = (id: string, settings: unknown) => call("PATCH", `/${id}`, settings)
const archive = (id: string) => call("DELETE", `/${id}`)
const stock = Effect.fnUntraced(function* (id: string) {
  const { at } = yield* call("GET", `/${id}`)
  return ["available", "assigned", "redeemed", "void"].map(at)
})

const claimed = Effect.fnUntraced(function* (offer: "sold_out" | "museum") {
  const claim = yield* m1.claim(offer)
  assert.strictEqual(claim.status, 201, claim.text)
  return { id: claim.at("fulfillmentId"), code: claim.at("externalCode") }
})

/** The low-stock notices about a pool so far. */
const notices = Effect.fnUntraced(function* (poolId: string) {
  yield* controls.run("expire")
  const outbox = yield* controls.outbox
  return outbox.each("items").filter((item) => Service.at(item, "payload.poolId") === poolId)
})

const environment = { ...unlimited, HUB_TEST_CONTROLS: "1" }

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store, environment }))(`claims from code pools (${store})`, (it) => {
    it.effect(
      "DOMAIN 8.3, MEM-088: a claim takes from the pool that expires first, never a paused, archived or expired one",
      () =>
        Effect.gen(function* () {
          const later = yield* make("sold_out", ["LATER-1"], { expiresAt: inDays(20) })
          const sooner = yield* make("sold_out", ["SOONER-1", "SOONER-2"], { expiresAt: inDays(10) })
          const never = yield* make("sold_out", ["NEVER-1"])
          assert.strictEqual((yield* claimed("sold_out")).code, "SOONER-1")
          yield* change(sooner, { status: "paused" })
          assert.strictEqual((yield* claimed("sold_out")).code, "LATER-1")
          yield* archive(never)
          const before = yield* m1.balance
          assert.deepStrictEqual(statusAndCode(yield* m1.claim("sold_out")), [409, "sold_out"])
          assert.deepStrictEqual(yield* m1.balance, before)
          yield* change(sooner, { status: "active", expiresAt: inDays(-1) })
          assert.strictEqual((yield* m1.claim("sold_out")).status, 409)
          yield* change(sooner, { expiresAt: null })
          assert.strictEqual((yield* claimed("sold_out")).code, "SOONER-2")
          assert.deepStrictEqual(yield* stock(sooner), [0, 2, 0, 0])
          assert.deepStrictEqual(yield* stock(later), [0, 1, 0, 0])
          assert.deepStrictEqual(yield* stock(never), [0, 0, 0, 1])
        })
    )

    it.effect(
      "DOMAIN 8.3: codes assigned before the pool is archived are redeemed by a confirm and void after a cancel",
      () =>
        Effect.gen(function* () {
          const pool = yield* make("sold_out", ["KEPT-1", "KEPT-2", "KEPT-3"])
          const [first, second] = [yield* claimed("sold_out"), yield* claimed("sold_out")]
          yield* archive(pool)
          assert.deepStrictEqual(yield* stock(pool), [0, 2, 0, 1])
          assert.strictEqual((yield* m1.fulfillment(first.id)).at("externalCode"), "KEPT-1")
          assert.strictEqual((yield* m1.confirm(first.id)).status, 200)
          assert.strictEqual((yield* m1.cancel(second.id)).status, 200)
          assert.deepStrictEqual(yield* stock(pool), [0, 0, 1, 2])
        })
    )

    it.effect(
      "MEM-082: a cancelled claim's code that was never shown is given out again, but is void in an archived pool",
      () =>
        Effect.gen(function* () {
          const pool = yield* make("museum", ["HELD-1"], { expiresAt: inDays(1) })
          const claimMuseum = Effect.map(m1.claim("museum", { propertyId: demoIds.venues.V2 }), ({ at }) =>
            at("fulfillmentId")
          )
          const first = yield* claimMuseum
          assert.deepStrictEqual(yield* stock(pool), [0, 1, 0, 0])
          yield* m1.cancel(first)
          assert.deepStrictEqual(yield* stock(pool), [1, 0, 0, 0])
          const second = yield* claimMuseum
          yield* archive(pool)
          yield* m1.cancel(second)
          assert.deepStrictEqual(yield* stock(pool), [0, 0, 0, 1])
        })
    )

    it.effect("DOMAIN 8.3: stock that falls to the threshold is notified once, and again after a refill above it", () =>
      Effect.gen(function* () {
        const pool = yield* make("sold_out", ["LOW-1", "LOW-2", "LOW-3"], { lowStockThreshold: 1 })
        assert.isFalse((yield* call("GET", `/${pool}`)).at("isLowStock"))
        assert.lengthOf(yield* notices(pool), 0)
        const first = yield* claimed("sold_out")
        assert.lengthOf(yield* notices(pool), 0)
        const second = yield* claimed("sold_out")
        assert.isTrue((yield* call("GET", `/${pool}`)).at("isLowStock"))
        const [notice, ...others] = yield* notices(pool)
        assert.deepStrictEqual(others, [])
        assert.strictEqual(Service.at(notice, "kind"), "organization_notification")
        assert.deepStrictEqual(Service.at(notice, "payload"), {
          event: "low_stock",
          organizationId: demoIds.organizations.A,
          propertyId: null,
          offerId: demoIds.offers.sold_out,
          offerName: "Sold out voucher",
          poolId: pool,
          poolName: "Made",
          available: 1,
          lowStockThreshold: 1
        })
        const third = yield* claimed("sold_out")
        assert.lengthOf(yield* notices(pool), 1)
        // A refill up to the threshold leaves the stock low.
        yield* call("POST", `/${pool}/codes`, { codes: ["LOW-4"] })
        assert.lengthOf(yield* notices(pool), 1)
        yield* call("POST", `/${pool}/codes`, { codes: ["LOW-5"] })
        const fourth = yield* claimed("sold_out")
        assert.lengthOf(yield* notices(pool), 2)
        for (const { id } of [first, second, third, fourth]) yield* m1.cancel(id)
        yield* archive(pool)
        assert.lengthOf(yield* notices(pool), 2)
      })
    )

    it.effect(
      "DOMAIN 8.3: voiding a code notifies the offer's venue of low stock; changing the threshold notifies nobody",
      () =>
        Effect.gen(function* () {
          const pool = yield* make("museum", ["VENUE-1", "VENUE-2", "VENUE-3"])
          yield* change(pool, { lowStockThreshold: 3 })
          assert.lengthOf(yield* notices(pool), 0)
          yield* change(pool, { lowStockThreshold: 2 })
          const [first] = (yield* call("GET", `/${pool}/codes`)).each("items", "codeId")
          yield* call("DELETE", `/${pool}/codes/${String(first)}`)
          const [notice, ...others] = yield* notices(pool)
          assert.deepStrictEqual(others, [])
          assert.deepStrictEqual(
            [
              Service.at(notice, "kind"),
              Service.at(notice, "payload.propertyId"),
              Service.at(notice, "payload.available")
            ],
            ["property_notification", demoIds.venues.V2, 2]
          )
        })
    )
  })
}

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store, environment }))(`codes of due claims (${store})`, (it) => {
    const m2 = memberCalls("M2")
    const museum = demoIds.offers.museum
    const active = call("GET", `?offerId=${museum}&status=active`)
    /** The offer's only active pool; its one code is reserved by a claim that is due but not yet expired by the job. */
    const held = Effect.gen(function* () {
      for (const id of (yield* active).each("items", "poolId")) yield* change(String(id), { status: "paused" })
      const pool = yield* make("museum", ["HELD-1"])
      const { id } = yield* claimed("museum")
      assert.deepStrictEqual(statusAndCode(yield* m2.claim("museum")), [409, "sold_out"])
      const [code] = (yield* call("GET", `/${pool}/codes`)).each("items", "codeId")
      yield* controls.pass(721)
      return { pool, id, code }
    })

    it.effect("MEM-117, MEM-082: the next claim takes the code at once; its retry with the same key replays it", () =>
      Effect.gen(function* () {
        const { id, pool } = yield* held
        const before = yield* m2.balance
        const claim = m2.claim("museum", undefined, { "idempotency-key": "after-due" })
        const next = yield* claim
        assert.deepStrictEqual([next.status, next.at("status")], [201, "pending_approval"])
        assert.strictEqual((yield* claim).text, next.text)
        assert.strictEqual(Number(before.spendable) - Number((yield* m2.balance).spendable), 220)
        assert.strictEqual((yield* m1.fulfillment(id)).at("status"), "expired")
        assert.deepStrictEqual(statusAndCode(yield* m2.claim("museum")), [409, "sold_out"])
        assert.deepStrictEqual(yield* stock(pool), [0, 1, 0, 0])
      })
    )

    it.effect("MEM-117, MEM-082: a member who has due claims of their own takes the code at once, too", () =>
      Effect.gen(function* () {
        const own = String((yield* m2.claim("short_lived")).at("fulfillmentId"))
        const { id } = yield* held
        assert.strictEqual((yield* m2.claim("museum")).status, 201)
        assert.strictEqual((yield* m2.fulfillment(own)).at("status"), "expired")
        assert.strictEqual((yield* m1.fulfillment(id)).at("status"), "expired")
      })
    )

    it.effect("MEM-117, MEM-062: the code is in stock for another member, in the offer and in the list", () =>
      Effect.gen(function* () {
        yield* held
        assert.isTrue((yield* m2.get(`/loyalty/offers/${museum}`)).at("isEligible"))
        yield* held
        const offers = (yield* m2.get("/loyalty/offers?limit=100")).each("items")
        const [listed] = offers.filter((item) => Service.at(item, "offerId") === museum)
        assert.isTrue(Service.at(listed, "isEligible"))
      })
    )

    it.effect("MEM-117, DOMAIN 8.3: the code can be voided at once; before the claim is due it is 409 assigned", () =>
      Effect.gen(function* () {
        const { code, id, pool } = yield* held
        yield* call("DELETE", `/${pool}/codes/${String(code)}`)
        assert.deepStrictEqual(yield* stock(pool), [0, 0, 0, 1])
        assert.strictEqual((yield* m1.fulfillment(id)).at("status"), "expired")
        const service = yield* Service.Service
        const other = yield* make("museum", ["HELD-2"])
        yield* claimed("museum")
        const [heldCode] = (yield* call("GET", `/${other}/codes`)).each("items", "codeId")
        const refused = yield* service.call(
          "DELETE",
          `/v1/partner/offer-code-pools/${other}/codes/${String(heldCode)}`,
          {
            headers: { ...PA, ...freshKey() }
          }
        )
        assert.deepStrictEqual(
          [...statusAndCode(refused), refused.at("details.currentStatus")],
          [409, "invalid_state_transition", "assigned"]
        )
      })
    )

    it.effect("MEM-117, DOMAIN 8.3: the code is available in the pool, the list of pools and the list of codes", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* stock((yield* held).pool), [1, 0, 0, 0])
        yield* held
        const pools = yield* active
        assert.deepStrictEqual([pools.at("items.0.available"), pools.at("items.0.assigned")], [1, 0])
        const codes = yield* call("GET", `/${(yield* held).pool}/codes`)
        assert.deepStrictEqual([codes.at("items.0.status"), codes.at("items.0.fulfillmentId")], ["available", null])
      })
    )
  })
}
