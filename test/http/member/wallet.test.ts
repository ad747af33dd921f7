import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { controls, serviceWithDesk } from "../../support/desk.ts"
import { isFailure } from "../../support/member.ts"
import { as } from "../../support/memberCalls.ts"
import { type Answer, at } from "../../support/service.ts"

const [m1, m2, m9, fresh] = [as("M1"), as("M2"), as("M9"), as("M_new")]
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const keysOf = (value: unknown) => Object.keys(Object(value)).toSorted()
const numbers = (values: ReadonlyArray<unknown>) => values.map(Number)
const sum = (values: ReadonlyArray<unknown>) => numbers(values).reduce((total, value) => total + value, 0)

const ok = Effect.fnUntraced(function* <E, R>(call: Effect.Effect<Answer, E, R>) {
  const answer = yield* call
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
})

const refused = Effect.fnUntraced(function* (path: string) {
  const answer = yield* m1.get(path)
  assert.strictEqual(answer.status, 400, `${path}: ${answer.text}`)
  assert.isTrue(isFailure(answer))
})

const wallet = (member: typeof m1, query = "") => ok(member.get(`/wallet${query}`))
const balance = (member: typeof m1) => ok(member.get("/wallet/balance"))
const transactions = (member: typeof m1, query = "?limit=100") => ok(member.get(`/wallet/transactions${query}`))
const activity = (member: typeof m1, query = "?limit=100") => ok(member.get(`/wallet/activity${query}`))

const idsOf = (answer: Answer, path = "items") => answer.each(path, "id").map(String)
const isNewestFirst = (answer: Answer, path = "items") => {
  const moments = answer.each(path).map((item) => `${String(at(item, "createdAt"))} ${String(at(item, "id"))}`)
  assert.deepStrictEqual(moments, moments.toSorted().toReversed())
}

/** What the member can spend, when both views agree with the balance and with each other (MEM-094, DOMAIN 4.3). */
const reconciled = Effect.fnUntraced(function* (member: typeof m1) {
  const shown = yield* balance(member)
  const spendable = Number(shown.at("spendablePoints"))
  assert.strictEqual(sum((yield* transactions(member)).each("items", "points")), spendable)
  const items = (yield* activity(member)).each("items")
  const amounts = (counts: (item: unknown) => boolean) => sum(items.filter(counts).map((item) => at(item, "amount")))
  const isPendingSpend = (item: unknown) => at(item, "type") === "spend" && at(item, "status") === "pending"
  assert.strictEqual(
    amounts((item) => at(item, "status") === "completed" || isPendingSpend(item)),
    spendable
  )
  assert.strictEqual(
    amounts((item) => at(item, "type") === "earn" && at(item, "status") === "pending"),
    shown.at("pendingPoints")
  )
  return spendable
})

const qualifying = (member: typeof m1) =>
  Effect.map(ok(member.get("")), (profile) => numbers(profile.each("tiers", "qualifyingPoints")))

for (const store of ["memory", "embedded"] as const) {
  const { give, layer: service, merge } = serviceWithDesk({}, store)

  layer(service, { timeout: "120 seconds" })(`wallet (${store})`, (it) => {
    it.effect("MEM-091: spendable is VALID and CREDIT together, what is pending is apart; a new member has zeros", () =>
      Effect.gen(function* () {
        for (const member of [m1, m2, m9]) {
          const shown = yield* balance(member)
          assert.deepStrictEqual(keysOf(shown.body), [
            "creditBalance",
            "expiringPoints",
            "pendingPoints",
            "spendablePoints",
            "validBalance"
          ])
          assert.strictEqual(
            shown.at("spendablePoints"),
            Number(shown.at("validBalance")) + Number(shown.at("creditBalance"))
          )
          assert.isAbove(Number(shown.at("pendingPoints")), 0)
        }
        const expiringPoints = { windowDays: 90, total: 0, nextExpirationDate: null, items: [] }
        assert.deepStrictEqual((yield* balance(fresh)).body, {
          spendablePoints: 0,
          validBalance: 0,
          creditBalance: 0,
          pendingPoints: 0,
          expiringPoints
        })
        const tooMuch = yield* fresh.claim("breakfast")
        assert.strictEqual(tooMuch.status, 400)
      })
    )

    it.effect("MEM-090, MEM-101: 20 transactions unless asked otherwise, 100 at most, beside the whole balance", () =>
      Effect.gen(function* () {
        for (let points = 1; points <= 105; points++) yield* give("M_new", points)
        const page = yield* wallet(fresh)
        assert.deepStrictEqual(keysOf(page.body), ["balance", "transactions"])
        const all = yield* transactions(fresh)
        assert.deepStrictEqual([all.at("total"), all.at("limit"), all.at("offset")], [105, 100, 0])
        assert.deepStrictEqual(page.at("transactions"), all.each("items").slice(0, 20))
        assert.deepStrictEqual(page.at("balance"), (yield* balance(fresh)).body)
        assert.strictEqual(page.at("balance.validBalance"), (105 * 106) / 2)
        for (const [query, from, to] of [
          ["?limit=1", 0, 1],
          ["?limit=7&offset=5", 5, 12],
          ["?limit=101", 0, 100],
          ["?limit=100000", 0, 100],
          ["?offset=90&limit=10", 90, 100]
        ] as const) {
          const other = yield* wallet(fresh, query)
          assert.deepStrictEqual(other.at("transactions"), all.each("items").slice(from, to), query)
          assert.deepStrictEqual(other.at("balance"), page.at("balance"), query)
        }
        assert.deepStrictEqual((yield* wallet(fresh, "?offset=100")).each("transactions", "points"), [5, 4, 3, 2, 1])
        const clamped = yield* transactions(fresh, "?limit=101&offset=2")
        assert.deepStrictEqual([clamped.at("limit"), clamped.at("offset"), clamped.each("items").length], [100, 2, 100])
        for (const path of ["/wallet", "/wallet/transactions", "/wallet/activity"]) {
          for (const query of ["limit=0", "limit=-1", "limit=x", "limit=1.5", "limit=", "offset=-1", "offset=x"]) {
            yield* refused(`${path}?${query}`)
          }
        }
      })
    )

    it.effect("MEM-095: 20 items unless asked otherwise, 100 at most, and 101 is refused; pages without gap", () =>
      Effect.gen(function* () {
        const page = yield* activity(fresh, "")
        assert.deepStrictEqual(keysOf(page.body), ["items", "limit", "offset", "total"])
        assert.deepStrictEqual(
          [page.at("total"), page.at("limit"), page.at("offset"), page.each("items").length],
          [105, 20, 0, 20]
        )
        yield* refused("/wallet/activity?limit=101")
        const pages = yield* Effect.forEach([0, 50, 100], (offset) => activity(fresh, `?limit=50&offset=${offset}`))
        const ids = pages.flatMap((each) => idsOf(each))
        assert.strictEqual(new Set(ids).size, 105)
        assert.deepStrictEqual(idsOf(yield* activity(fresh, "?limit=100")), ids.slice(0, 100))
        const mine = yield* activity(m1)
        isNewestFirst(mine)
        const split = yield* Effect.forEach([0, 7, 14, 21], (offset) => activity(m1, `?limit=7&offset=${offset}`))
        assert.deepStrictEqual(
          split.flatMap((each) => idsOf(each)),
          idsOf(mine).slice(0, 28)
        )
      })
    )

    it.effect("MEM-093: what a transaction has: its sign follows its type, and the newest is first", () =>
      Effect.gen(function* () {
        yield* merge("M9", "M3")
        const seen = new Set<unknown>()
        for (const member of [m1, m2, as("M3")]) {
          const all = yield* transactions(member)
          isNewestFirst(all)
          for (const item of all.each("items")) {
            const { id, assetType, createdAt, description, metadata, points, type } = Object(item)
            assert.deepStrictEqual(keysOf(item), [
              "assetType",
              "createdAt",
              "description",
              "id",
              "metadata",
              "points",
              "type"
            ])
            assert.match(createdAt, instant)
            assert.isTrue(typeof id === "string" && id.length > 0 && typeof description === "string")
            assert.isTrue(typeof metadata === "object" && metadata !== null && !Array.isArray(metadata))
            assert.isTrue(Number.isInteger(points) && points !== 0)
            assert.include(["VALID", "CREDIT"], assetType)
            if (type === "EARN") assert.isAbove(points, 0)
            if (type === "SPEND" || type === "EXPIRE") assert.isBelow(points, 0)
            seen.add(type)
          }
        }
        assert.sameMembers([...seen], ["EARN", "SPEND", "GIFT", "ADJUST", "EXPIRE"])
        assert.isAbove(yield* reconciled(as("M3")), 0)
        yield* controls.reset
      })
    )

    it.effect("MEM-097, MEM-098: what an activity item has: earns credit, spends debit, nothing is 0", () =>
      Effect.gen(function* () {
        yield* merge("M9", "M3")
        const seen = new Set<unknown>()
        const optional = ["sourceType", "sourceId", "propertyName", "reservationConfirmationCode"]
        for (const member of [m1, m2, as("M3")]) {
          for (const item of (yield* activity(member)).each("items")) {
            const { amount, assetType, createdAt, description, status, type } = Object(item)
            const keys = keysOf(item).filter((key) => !optional.includes(key))
            assert.deepStrictEqual(keys, ["amount", "assetType", "createdAt", "description", "id", "status", "type"])
            for (const key of optional) assert.notStrictEqual(Reflect.get(Object(item), key), null)
            assert.match(createdAt, instant)
            assert.isTrue(typeof description === "string" && Number.isInteger(amount) && amount !== 0)
            assert.include(["VALID", "CREDIT"], assetType)
            assert.include(["completed", "pending", "failed", "cancelled"], status)
            if (type === "earn") assert.isAbove(amount, 0)
            if (type === "spend") assert.isBelow(amount, 0)
            const isOfStay = at(item, "sourceType") === "reservation"
            assert.strictEqual("propertyName" in Object(item), isOfStay)
            seen.add(type)
          }
        }
        assert.sameMembers([...seen], ["earn", "spend", "transfer", "adjustment"])
        yield* controls.reset
      })
    )

    it.effect("MEM-096: filters by type and by a period that begins with `from` and ends before `to`", () =>
      Effect.gen(function* () {
        for (const [list, filter, types] of [
          [activity, "activityType", ["earn", "spend", "transfer", "adjustment"]],
          [transactions, "type", ["EARN", "SPEND", "GIFT", "ADJUST", "EXPIRE"]]
        ] as const) {
          const items = (yield* list(m1, "?limit=100")).each("items")
          const idsWhere = (is: (item: unknown) => boolean) => items.filter(is).map((item) => String(at(item, "id")))
          for (const type of types) {
            const found = yield* list(m1, `?limit=100&${filter}=${type}`)
            assert.deepStrictEqual(
              idsOf(found),
              idsWhere((item) => at(item, "type") === type)
            )
            assert.strictEqual(found.at("total"), found.each("items").length)
            const one = yield* list(m1, `?limit=1&${filter}=${type}`)
            assert.strictEqual(one.at("total"), found.at("total"))
          }
          const moment = String(at(items[3], "createdAt"))
          const [day = ""] = moment.split("T")
          const after = (limit: string) => (item: unknown) => String(at(item, "createdAt")) >= limit
          const before = (limit: string) => (item: unknown) => String(at(item, "createdAt")) < limit
          for (const [query, is] of [
            [`from=${moment}`, after(moment)],
            [`to=${moment}`, before(moment)],
            [`from=${moment}&to=${moment}`, () => false],
            [`from=${day}`, after(day)],
            [`to=${day}`, before(day)],
            [`from=${day}T00:00:00Z`, after(day)],
            [`from=${day}T02:00:00%2B02:00`, after(day)],
            [`from=2020-01-01&to=${moment}`, before(moment)]
          ] as const) {
            const found = yield* list(m1, `?limit=100&${query}`)
            assert.deepStrictEqual(idsOf(found), idsWhere(is), query)
            assert.strictEqual(found.at("total"), found.each("items").length, query)
          }
          assert.include(idsOf(yield* list(m1, `?limit=100&from=${moment}`)), at(items[3], "id"))
          assert.notInclude(idsOf(yield* list(m1, `?limit=100&to=${moment}`)), at(items[3], "id"))
        }
        for (const query of [
          "activityType=EARN",
          "activityType=x",
          "activityType=",
          "from=2026-03-02&to=2026-03-01",
          "from=2026-03-01T00:00:00.001Z&to=2026-03-01",
          "from=yesterday",
          "from=2026-02-30",
          "to=1772323200",
          "from="
        ]) {
          yield* refused(`/wallet/activity?${query}`)
        }
        for (const query of ["type=earn", "type=REFUND", "from=2026-03-02&to=2026-03-01", "to=x"]) {
          yield* refused(`/wallet/transactions?${query}`)
        }
      })
    )

    it.effect(
      "MEM-094, MEM-100: both views add up; a cancelled claim leaves a spend and a refund, both completed",
      () =>
        Effect.gen(function* () {
          yield* controls.reset
          for (const member of [m1, m2, as("M3"), m9]) yield* reconciled(member)
          const before = yield* reconciled(m1)
          const claim = yield* m1.claim("spa")
          assert.strictEqual(claim.status, 201, claim.text)
          assert.strictEqual(yield* reconciled(m1), before - 450)
          const id = claim.at("fulfillmentId")
          assert.strictEqual((yield* activity(m1, "?limit=1")).at("items.0.status"), "pending")
          assert.strictEqual((yield* m1.cancel(id)).status, 200)
          assert.strictEqual(yield* reconciled(m1), before)
          const [refund, spend] = (yield* activity(m1, "?limit=2")).each("items")
          const told = (item: unknown) =>
            ["type", "amount", "status", "sourceType", "sourceId"].map((key) => at(item, key))
          assert.deepStrictEqual(told(refund), ["adjustment", 450, "completed", "offer", id])
          assert.deepStrictEqual(told(spend), ["spend", -450, "completed", "offer", claim.at("offerId")])
          yield* controls.run("finalise")
          yield* reconciled(m1)
          for (const member of [m1, m2]) {
            const ended = (yield* activity(member)).each("items").filter((item) => {
              const status = at(item, "status")
              return status === "cancelled" || status === "failed"
            })
            for (const item of ended) assert.strictEqual(at(item, "type"), "earn")
          }
        })
    )

    it.effect("MEM-099: CREDIT and points given move no tier, an earn does; a mixed spend is two items", () =>
      Effect.gen(function* () {
        yield* controls.reset
        const before = yield* qualifying(m1)
        const mixed = yield* m1.claim("both_assets")
        assert.strictEqual(mixed.status, 201, mixed.text)
        const items = (yield* activity(m1, "?limit=2")).each("items")
        assert.sameMembers(
          items.map((item) => at(item, "assetType")),
          ["VALID", "CREDIT"]
        )
        assert.strictEqual(sum(items.map((item) => at(item, "amount"))), -Number(mixed.at("pointsCharged")))
        assert.strictEqual((yield* m1.cancel(mixed.at("fulfillmentId"))).status, 200)
        yield* give("M1", 77, "CREDIT")
        yield* give("M1", 78, "VALID")
        assert.deepStrictEqual(yield* qualifying(m1), before)
        const earnedBefore = sum((yield* transactions(m1, "?limit=100&type=EARN")).each("items", "points"))
        yield* controls.run("finalise")
        const earns = yield* transactions(m1, "?limit=100&type=EARN")
        const earned = sum(earns.each("items", "points")) - earnedBefore
        assert.isAbove(earned, 0)
        assert.isTrue(earns.each("items", "assetType").every((asset) => asset === "VALID"))
        assert.strictEqual(sum(yield* qualifying(m1)), sum(before) + earned)
      })
    )

    it.effect("MEM-092: VALID that ends within 90 days is told, soonest first", () =>
      Effect.gen(function* () {
        yield* controls.reset
        const shown = yield* balance(m1)
        const items = shown.each("expiringPoints.items")
        assert.isAbove(items.length, 1)
        const ends = items.map((item) => String(at(item, "expiresAt")))
        assert.deepStrictEqual(ends, ends.toSorted())
        assert.deepStrictEqual(keysOf(shown.at("expiringPoints")), [
          "items",
          "nextExpirationDate",
          "total",
          "windowDays"
        ])
        assert.deepStrictEqual(
          [shown.at("expiringPoints.windowDays"), shown.at("expiringPoints.nextExpirationDate")],
          [90, ends[0]]
        )
        assert.strictEqual(shown.at("expiringPoints.total"), sum(shown.each("expiringPoints.items", "points")))
        assert.isAtMost(Number(shown.at("expiringPoints.total")), Number(shown.at("validBalance")))
        // Of M2's 3,300 points 3,000 end in 200 days and 300 are CREDIT, which never does.
        assert.deepStrictEqual((yield* balance(m2)).each("expiringPoints.items"), [])
        const { points } = Object(items[0])
        assert.isAbove(points, 0)
      })
    )

    for (const first of ["/wallet", "/wallet/balance", "/wallet/transactions", "/wallet/activity"]) {
      it.effect(
        `MEM-092, MEM-101: points whose end has come are gone for whoever reads ${first} first, with no job`,
        () =>
          Effect.gen(function* () {
            yield* controls.reset
            const before = yield* balance(m9)
            const ending = Number(before.at("expiringPoints.items.0.points"))
            assert.isAbove(ending, 0)
            yield* controls.pass(24 * 46)
            const read = yield* ok(m9.get(first))
            const shown = yield* balance(m9)
            assert.strictEqual(Number(shown.at("validBalance")), Number(before.at("validBalance")) - ending)
            assert.strictEqual(shown.at("creditBalance"), before.at("creditBalance"))
            const [newest] = (yield* transactions(m9)).each("items")
            assert.deepStrictEqual(
              [at(newest, "type"), at(newest, "points"), at(newest, "assetType")],
              ["EXPIRE", -ending, "VALID"]
            )
            const again = yield* ok(m9.get(first))
            assert.deepStrictEqual(again.body, read.body)
            yield* reconciled(m9)
          })
      )
    }

    it.effect("MEM-101: balance and transactions equal the parts of the wallet", () =>
      Effect.gen(function* () {
        yield* controls.reset
        for (const member of [m1, m2, fresh]) {
          const whole = yield* wallet(member, "?limit=100")
          assert.deepStrictEqual((yield* balance(member)).body, whole.at("balance"))
          const all = yield* transactions(member)
          assert.deepStrictEqual(keysOf(all.body), ["items", "limit", "offset", "total"])
          assert.deepStrictEqual(all.at("items"), whole.at("transactions"))
          assert.strictEqual(all.at("total"), all.each("items").length)
          const page = yield* transactions(member, "?limit=3&offset=2")
          assert.deepStrictEqual(page.at("items"), (yield* wallet(member, "?limit=3&offset=2")).at("transactions"))
        }
      })
    )
  })
}
