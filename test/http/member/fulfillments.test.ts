import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { fulfillmentPlan } from "../../../src/demo/fulfillmentPlan.ts"
import { externalCode } from "../../../src/demo/demoOfferCodes.ts"
import { controls, desk, serviceWithCore } from "../../support/desk.ts"
import { isFailure } from "../../support/member.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { at, each, recordOf } from "../../support/http/service.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const { fulfillments, venues } = demoIds
const ofM1 = fulfillmentPlan.filter(({ member }) => member === "M1").toReversed()

const { give, layer: service } = serviceWithCore()
const m1 = memberCalls("M1")
const list = (query = "") => m1.get(`/loyalty/offers/fulfillments${query}`)

const codesOf = (answer: { readonly at: (path: string) => unknown }, path = "") => [
  answer.at(`${path}verificationCode`),
  answer.at(`${path}externalCode`)
]

layer(service)("fulfillments", (it) => {
  it.effect("MEM-067, MEM-089: lists the member's own claims, newest first, in all eight statuses", () =>
    Effect.gen(function* () {
      const all = yield* list()
      assert.strictEqual(all.status, 200)
      const { items: _, ...page } = recordOf(all.body)
      assert.deepStrictEqual(page, { total: ofM1.length, limit: 20, offset: 0 })
      assert.deepStrictEqual(
        all.each("items", "fulfillmentId"),
        ofM1.map(({ name }) => fulfillments[name])
      )
      for (const id of all.each("items", "fulfillmentId")) assert.match(String(id), uuid)
      assert.deepStrictEqual(
        all.each("items", "status"),
        ofM1.map(({ status }) => status)
      )
      assert.deepStrictEqual(
        new Set(all.each("items", "status")),
        new Set([
          "claimed",
          "pending_approval",
          "modified",
          "approved",
          "fulfilled",
          "rejected",
          "cancelled",
          "expired"
        ])
      )
    })
  )

  it.effect("MEM-089: every item is its detail without outcome and history; unset fields are omitted", () =>
    Effect.gen(function* () {
      const all = yield* list()
      for (const item of all.each("items")) {
        const detail = yield* m1.fulfillment(at(item, "fulfillmentId"))
        assert.strictEqual(detail.status, 200)
        const {
          approvedAt: _approvedAt,
          cancelledAt: _cancelledAt,
          expiredAt: _expiredAt,
          fulfilledAt: _fulfilledAt,
          history: _history,
          modification: _modification,
          rejectedAt: _rejectedAt,
          rejectionReason: _rejectionReason,
          ...rest
        } = recordOf(detail.body)
        assert.deepStrictEqual(rest, item)
        assert.isAbove(detail.each("history").length, 0)
        assert.notInclude(detail.text, "null")
        assert.match(String(at(item, "expiresAt")), instant)
        const points = each(item, "charges", "points").map(Number)
        assert.strictEqual(
          points.reduce((total, charged) => total + charged, 0),
          at(item, "pointsCharged")
        )
      }
    })
  )

  it.effect("MEM-058, MEM-089: pages by limit, 100 at most, and offset; invalid parameters are 400", () =>
    Effect.gen(function* () {
      const page = yield* list("?limit=4&offset=3")
      assert.deepStrictEqual([page.at("limit"), page.at("offset"), page.at("total")], [4, 3, ofM1.length])
      assert.deepStrictEqual(
        page.each("items", "fulfillmentId"),
        ofM1.slice(3, 7).map(({ name }) => fulfillments[name])
      )
      assert.strictEqual((yield* list("?limit=100")).status, 200)
      const beyond = yield* list("?offset=500")
      assert.deepStrictEqual([beyond.at("items"), beyond.at("total")], [[], ofM1.length])
      for (const query of ["limit=0", "limit=101", "limit=x", "offset=-1", "status=done", "status=claimed,done"]) {
        const refused = yield* list(`?${query}`)
        assert.strictEqual(refused.status, 400, query)
        assert.isTrue(isFailure(refused))
      }
    })
  )

  it.effect("MEM-089: status and property narrow the list", () =>
    Effect.gen(function* () {
      const named = (query: string) => Effect.map(list(query), (answer) => answer.each("items", "fulfillmentId"))
      const ids = (...names: ReadonlyArray<string>) => names.map((name) => fulfillments[name])
      assert.deepStrictEqual(yield* named("?status=rejected"), ids("rejected"))
      assert.deepStrictEqual(yield* named("?status=fulfilled"), ids("fulfilled_by_desk", "fulfilled"))
      assert.deepStrictEqual(yield* named("?status=approved,claimed"), ids("claimed", "approved"))
      assert.deepStrictEqual(yield* named(`?propertyId=${venues.V2}`), ids("pending_approval"))
      assert.deepStrictEqual(yield* named(`?propertyId=${venues.V1}&status=modified`), ids("modified"))
      assert.deepStrictEqual(yield* named("?propertyId=unknown"), [])
    })
  )

  it.effect("MEM-077, MEM-085, MEM-089: a malformed id is 400 for read, confirm and cancel", () =>
    Effect.gen(function* () {
      for (const id of ["abc", "fulfillments", `${fulfillments["claimed"]}0`]) {
        for (const refused of [yield* m1.fulfillment(id), yield* m1.confirm(id), yield* m1.cancel(id)]) {
          assert.strictEqual(refused.status, 400, id)
          assert.isTrue(isFailure(refused))
        }
      }
    })
  )

  it.effect("MEM-089: another member's claim is as unknown as none, and listed for its owner only", () =>
    Effect.gen(function* () {
      const own = (yield* m1.claim("breakfast")).at("fulfillmentId")
      const foreign = yield* memberCalls("M2").fulfillment(own)
      const unknown = yield* memberCalls("M2").fulfillment("019b76da-a800-7000-8000-0000000fffff")
      assert.deepStrictEqual([foreign.status, foreign.text], [404, unknown.text])
      assert.isTrue(isFailure(foreign))
      const ofM2 = yield* memberCalls("M2").get("/loyalty/offers/fulfillments?limit=100")
      assert.notInclude(ofM2.each("items", "fulfillmentId"), own)
      assert.include((yield* list("?limit=100")).each("items", "fulfillmentId"), own)
      yield* m1.cancel(own)
    })
  )

  it.effect("MEM-083, MEM-089: the detail has the outcome of a claim and its history with actors, oldest first", () =>
    Effect.gen(function* () {
      const historyOf = Effect.fnUntraced(function* (name: string) {
        const detail = yield* m1.fulfillment(fulfillments[name])
        const events = detail.each("history").map((event) => {
          const { action, actorKind, at: time, fromStatus, toStatus } = recordOf(event)
          assert.match(String(time), instant)
          return `${actorKind} ${action} ${fromStatus} ${toStatus}`
        })
        const times = ["approvedAt", "fulfilledAt", "rejectedAt", "cancelledAt", "expiredAt"].filter((field) => {
          const value = detail.at(field)
          if (value !== undefined) assert.match(String(value), instant)
          return value !== undefined
        })
        return { events, times, detail }
      })
      const approved = yield* historyOf("approved")
      assert.deepStrictEqual(approved.times, ["approvedAt"])
      assert.deepStrictEqual(approved.events, [
        "member claimed undefined pending_approval",
        "key approved pending_approval approved"
      ])
      const rejected = yield* historyOf("rejected")
      assert.deepStrictEqual(rejected.times, ["rejectedAt"])
      assert.strictEqual(rejected.detail.at("rejectionReason"), "The house is full")
      const modified = yield* historyOf("modified")
      assert.deepStrictEqual(modified.times, [])
      assert.deepStrictEqual(modified.detail.at("modification"), {
        note: "Only from three in the afternoon",
        substitution: "Junior suite"
      })
      const cancelled = yield* historyOf("cancelled")
      assert.deepStrictEqual(cancelled.times, ["cancelledAt"])
      assert.deepStrictEqual(cancelled.events, [
        "member claimed undefined claimed",
        "member cancelled claimed cancelled"
      ])
      const fulfilled = yield* historyOf("fulfilled")
      assert.deepStrictEqual(fulfilled.events.at(-1), "member confirmed claimed fulfilled")
      assert.deepStrictEqual((yield* historyOf("fulfilled_by_desk")).events.at(-1), "key fulfilled claimed fulfilled")
      const expired = yield* historyOf("expired")
      assert.deepStrictEqual([expired.times, expired.events.at(-1)], [["expiredAt"], "system expired claimed expired"])
    })
  )

  it.effect("MEM-082, MEM-089: codes are shown in list and detail while they count, and not in other statuses", () =>
    Effect.gen(function* () {
      const readCodes = Effect.fnUntraced(function* (id: unknown) {
        const detail = yield* m1.fulfillment(id)
        const all = yield* list("?limit=100")
        const place = all.each("items", "fulfillmentId").indexOf(id)
        assert.deepStrictEqual(codesOf(all, `items.${place}.`), codesOf(detail))
        return codesOf(detail)
      })
      const none = [undefined, undefined]
      const spa = yield* m1.claim("spa")
      const id = spa.at("fulfillmentId")
      assert.match(String(spa.at("verificationCode")), /^[0-9A-HJKMNP-TV-Z]{8}$/)
      assert.deepStrictEqual(yield* readCodes(id), codesOf(spa))
      assert.strictEqual(yield* desk.modify(id), "modified")
      assert.deepStrictEqual(yield* readCodes(id), none)
      assert.strictEqual(yield* desk.approve(id), "approved")
      assert.deepStrictEqual(yield* readCodes(id), codesOf(spa))
      assert.strictEqual((yield* m1.cancel(id)).status, 200)
      assert.deepStrictEqual(yield* readCodes(id), none)

      const dinner = yield* m1.claim("dinner")
      assert.deepStrictEqual(yield* readCodes(dinner.at("fulfillmentId")), [undefined, dinner.at("externalCode")])
      yield* m1.cancel(dinner.at("fulfillmentId"))
      assert.deepStrictEqual(yield* readCodes(dinner.at("fulfillmentId")), none)

      const lounge = yield* m1.claim("lounge", { propertyId: venues.V1 })
      assert.isString(lounge.at("verificationCode"))
      yield* m1.confirm(lounge.at("fulfillmentId"))
      assert.deepStrictEqual(yield* readCodes(lounge.at("fulfillmentId")), none)
      for (const name of ["rejected", "cancelled", "expired", "modified", "fulfilled_by_desk"]) {
        assert.deepStrictEqual(yield* readCodes(fulfillments[name]), none, name)
      }
    })
  )

  it.effect(
    "MEM-088, MEM-089: a reserved code is hidden while pending_approval, and readable from the approval on",
    () =>
      Effect.gen(function* () {
        const waiting = yield* m1.claim("museum")
        const id = waiting.at("fulfillmentId")
        assert.deepStrictEqual([waiting.at("status"), ...codesOf(waiting)], ["pending_approval", undefined, undefined])
        assert.deepStrictEqual(codesOf(yield* m1.fulfillment(id)), [undefined, undefined])
        assert.strictEqual(yield* desk.approve(id), "approved")
        const code = externalCode("museum", 1)
        assert.deepStrictEqual(codesOf(yield* m1.fulfillment(id)), [undefined, code])
        assert.strictEqual((yield* m1.confirm(id)).status, 200)
        assert.deepStrictEqual(codesOf(yield* m1.fulfillment(id)), [undefined, code])
      })
  )

  it.effect("MEM-117, MEM-089: a claim past its end is expired in list, detail and wallet before the job runs", () =>
    Effect.gen(function* () {
      yield* give("M_new", 2000)
      const guest = memberCalls("M_new")
      const claims = {
        short_lived: yield* guest.claim("short_lived"),
        upgrade: yield* guest.claim("upgrade"),
        unknown_type: yield* guest.claim("unknown_type"),
        journey: yield* guest.claim("journey"),
        refundable: yield* guest.claim("refundable"),
        spa: yield* guest.claim("spa"),
        approved: yield* guest.claim("late_checkout")
      }
      for (const [name, claim] of Object.entries(claims)) assert.strictEqual(claim.status, 201, name)
      assert.strictEqual(yield* desk.approve(claims.approved.at("fulfillmentId")), "approved")
      const short = claims.short_lived.at("fulfillmentId")
      const spent = 110 + 320 + 160 + 150 + 140 + 450 + 180
      assert.strictEqual((yield* guest.balance).spendable, 2000 - spent)

      yield* controls.pass(1.9)
      assert.strictEqual((yield* guest.fulfillment(short)).at("status"), "claimed")
      yield* controls.pass(0.2)
      // The list is the first read of the claim since its end.
      const expired = yield* guest.get("/loyalty/offers/fulfillments?status=expired")
      assert.deepStrictEqual(expired.each("items", "fulfillmentId"), [short])
      assert.deepStrictEqual(codesOf(expired, "items.0."), [undefined, undefined])
      const open = yield* guest.get("/loyalty/offers/fulfillments?status=claimed")
      assert.notInclude(open.each("items", "fulfillmentId"), short)
      const detail = yield* guest.fulfillment(short)
      assert.deepStrictEqual([detail.at("status"), detail.at("history.1.actorKind")], ["expired", "system"])
      assert.match(String(detail.at("expiredAt")), instant)
      assert.strictEqual((yield* guest.balance).spendable, 2000 - spent + 110)

      yield* controls.pass(720)
      // Now the wallet is read first. The spa and the approved claim could have been used: no refund.
      assert.strictEqual((yield* guest.balance).spendable, 2000 - 450 - 180)
      for (const [name, claim] of Object.entries(claims)) {
        const read = yield* guest.fulfillment(claim.at("fulfillmentId"))
        assert.deepStrictEqual([name, read.at("status"), ...codesOf(read)], [name, "expired", undefined, undefined])
      }
      const ledger = (yield* guest.ledger).filter(({ points }) => Number(points) > 0)
      assert.strictEqual(ledger.length, 6)
      const spends = yield* guest.get("/wallet/activity?activityType=spend&limit=100")
      assert.deepStrictEqual(new Set(spends.each("items", "status")), new Set(["completed"]))
      const swept = yield* controls.run("expire")
      assert.strictEqual((yield* guest.ledger).length, 6 + 7)
      assert.isNumber(swept.at("fulfillments"))
      assert.strictEqual((yield* controls.run("expire")).at("fulfillments"), 0)
      assert.strictEqual((yield* guest.balance).spendable, 2000 - 450 - 180)
    })
  )

  it.effect("MEM-117, MEM-102, MEM-109: the end of a claim is counted and listed before the job runs", () =>
    Effect.gen(function* () {
      yield* give("M_new", 500)
      const guest = memberCalls("M_new")
      const unread = Effect.map(guest.get("/notifications/unread-count"), ({ at }) => Number(at("unreadCount")))
      for (const first of ["unread-count", "?limit=1"]) {
        yield* guest.claim("short_lived")
        const before = yield* unread
        yield* controls.pass(2.1)
        const answer = yield* guest.get(`/notifications${first === "unread-count" ? "/" : ""}${first}`)
        if (first === "unread-count") assert.strictEqual(answer.at("unreadCount"), before + 1)
        else assert.match(String(answer.at("items.0.title")), /expired/i)
        assert.strictEqual(yield* unread, before + 1)
      }
    })
  )
})
