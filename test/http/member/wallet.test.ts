import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { controls, serviceWithCore } from "../../support/desk.ts"
import type { MemberName } from "../../../src/demo/demoMembers.ts"
import { memberClient } from "../../support/http/clients.ts"
import { isFailure, signedIn } from "../../support/member.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { type Answer, at } from "../../support/http/service.ts"

const client = memberClient.wallet
const m1 = memberCalls("M1")
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

/** A 200 response of the member surface, undecoded. */
const ok = Effect.fnUntraced(function* (name: MemberName, path: string) {
  const answer = yield* memberCalls(name).get(path)
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
})

const refused = Effect.fnUntraced(function* (path: string) {
  const answer = yield* m1.get(path)
  assert.strictEqual(answer.status, 400, `${path}: ${answer.text}`)
  assert.isTrue(isFailure(answer))
})

type Page = Parameters<typeof client.getWallet>[0]["query"]
type TransactionsQuery = Parameters<typeof client.listTransactions>[0]["query"]
type ActivityQuery = Parameters<typeof client.listActivity>[0]["query"]

const hundred = { limit: 100, offset: 0 }
const wallet = (name: MemberName, query: Partial<Page> = {}) =>
  client.getWallet({ query: { limit: 20, offset: 0, ...query } }).pipe(signedIn(name))
const balance = (name: MemberName) => client.getBalance().pipe(signedIn(name))
const transactions = (name: MemberName, query: Partial<TransactionsQuery> = {}) =>
  client.listTransactions({ query: { ...hundred, ...query } }).pipe(signedIn(name))
const activity = (name: MemberName, query: Partial<ActivityQuery> = {}) =>
  client.listActivity({ query: { ...hundred, ...query } }).pipe(signedIn(name))

const idsOf = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id)
const idsIn = (answer: Answer) => answer.each("items", "id").map(String)
const isNewestFirst = (items: ReadonlyArray<{ readonly createdAt: string; readonly id: string }>) => {
  const moments = items.map(({ createdAt, id }) => `${createdAt} ${id}`)
  assert.deepStrictEqual(moments, moments.toSorted().toReversed())
}

/** Asserts that both views add up to the balance (MEM-094, DOMAIN 4.3); returns the spendable points. */
const reconciled = Effect.fnUntraced(function* (name: MemberName) {
  const { pendingPoints, spendablePoints } = yield* balance(name)
  assert.strictEqual(sum((yield* transactions(name)).items.map(({ points }) => points)), spendablePoints)
  const { items } = yield* activity(name)
  const amounts = (counts: (item: (typeof items)[number]) => boolean) =>
    sum(items.filter(counts).map(({ amount }) => amount))
  assert.strictEqual(
    amounts(({ status, type }) => status === "completed" || (type === "spend" && status === "pending")),
    spendablePoints
  )
  assert.strictEqual(
    amounts(({ status, type }) => type === "earn" && status === "pending"),
    pendingPoints
  )
  return spendablePoints
})

const qualifying = (name: MemberName) =>
  Effect.map(memberClient.profile.getMemberProfile().pipe(signedIn(name)), ({ tiers }) =>
    tiers.map(({ qualifyingPoints }) => qualifyingPoints)
  )

const { give, layer: service, merge } = serviceWithCore()

layer(service)("wallet", (it) => {
  it.effect("MEM-091: spendablePoints is VALID plus CREDIT, without pending points; a new member has zeros", () =>
    Effect.gen(function* () {
      for (const name of ["M1", "M2", "M9"] as const) {
        assert.hasAllKeys((yield* ok(name, "/wallet/balance")).body, [
          "creditBalance",
          "expiringPoints",
          "pendingPoints",
          "spendablePoints",
          "validBalance"
        ])
        const { creditBalance, pendingPoints, spendablePoints, validBalance } = yield* balance(name)
        assert.strictEqual(spendablePoints, validBalance + creditBalance)
        assert.isAbove(pendingPoints, 0)
      }
      assert.deepStrictEqual(yield* balance("M_new"), {
        spendablePoints: 0,
        validBalance: 0,
        creditBalance: 0,
        pendingPoints: 0,
        expiringPoints: { windowDays: 90, total: 0, nextExpirationDate: null, items: [] }
      })
      const tooMuch = yield* memberCalls("M_new").claim("breakfast")
      assert.strictEqual(tooMuch.status, 400)
    })
  )

  it.effect("MEM-090, MEM-101: 20 transactions by default, 100 at most, each page with the whole balance", () =>
    Effect.gen(function* () {
      for (let points = 1; points <= 105; points++) yield* give("M_new", points)
      const page = yield* ok("M_new", "/wallet")
      assert.hasAllKeys(page.body, ["balance", "transactions"])
      assert.strictEqual(page.each("transactions").length, 20)
      const all = yield* transactions("M_new")
      assert.deepStrictEqual([all.total, all.limit, all.offset], [105, 100, 0])
      const whole = yield* wallet("M_new")
      assert.deepStrictEqual(whole.transactions, all.items.slice(0, 20))
      assert.deepStrictEqual(page.at("transactions"), whole.transactions)
      assert.deepStrictEqual(whole.balance, yield* balance("M_new"))
      assert.deepStrictEqual(page.at("balance"), whole.balance)
      assert.strictEqual(whole.balance.validBalance, (105 * 106) / 2)
      for (const [query, from, to] of [
        [{ limit: 1 }, 0, 1],
        [{ limit: 7, offset: 5 }, 5, 12],
        [{ limit: 101 }, 0, 100],
        [{ limit: 100_000 }, 0, 100],
        [{ offset: 90, limit: 10 }, 90, 100]
      ] as const) {
        const other = yield* wallet("M_new", query)
        assert.deepStrictEqual(other.transactions, all.items.slice(from, to), JSON.stringify(query))
        assert.deepStrictEqual(other.balance, whole.balance, JSON.stringify(query))
      }
      assert.deepStrictEqual(
        (yield* wallet("M_new", { offset: 100 })).transactions.map(({ points }) => points),
        [5, 4, 3, 2, 1]
      )
      const clamped = yield* transactions("M_new", { limit: 101, offset: 2 })
      assert.deepStrictEqual([clamped.limit, clamped.offset, clamped.items.length], [100, 2, 100])
    })
  )

  it.effect("MEM-095: 20 items by default; a limit of 101 is 400; pages have no gaps or repeats", () =>
    Effect.gen(function* () {
      const page = yield* ok("M_new", "/wallet/activity")
      assert.hasAllKeys(page.body, ["items", "limit", "offset", "total"])
      assert.deepStrictEqual(
        [page.at("total"), page.at("limit"), page.at("offset"), page.each("items").length],
        [105, 20, 0, 20]
      )
      yield* refused("/wallet/activity?limit=101")
      const pages = yield* Effect.forEach([0, 50, 100], (offset) => activity("M_new", { limit: 50, offset }))
      const ids = idsOf(pages.flatMap(({ items }) => items))
      assert.strictEqual(new Set(ids).size, 105)
      assert.deepStrictEqual(idsOf((yield* activity("M_new")).items), ids.slice(0, 100))
      const mine = yield* activity("M1")
      isNewestFirst(mine.items)
      const split = yield* Effect.forEach([0, 7, 14, 21], (offset) => activity("M1", { limit: 7, offset }))
      assert.deepStrictEqual(idsOf(split.flatMap(({ items }) => items)), idsOf(mine.items).slice(0, 28))
    })
  )

  it.effect("MEM-093: transactions have exactly these fields and a sign by type, newest first", () =>
    Effect.gen(function* () {
      yield* merge("M9", "M3")
      const seen = new Set<string>()
      for (const name of ["M1", "M2", "M3"] as const) {
        for (const item of (yield* ok(name, "/wallet/transactions?limit=100")).each("items")) {
          assert.hasAllKeys(item, ["assetType", "createdAt", "description", "id", "metadata", "points", "type"])
        }
        const { items } = yield* transactions(name)
        isNewestFirst(items)
        for (const { createdAt, id, points, type } of items) {
          assert.match(createdAt, instant)
          assert.isAbove(id.length, 0)
          assert.notStrictEqual(points, 0)
          if (type === "EARN") assert.isAbove(points, 0)
          if (type === "SPEND" || type === "EXPIRE") assert.isBelow(points, 0)
          seen.add(type)
        }
      }
      assert.sameMembers([...seen], ["EARN", "SPEND", "GIFT", "ADJUST", "EXPIRE"])
      assert.isAbove(yield* reconciled("M3"), 0)
      yield* controls.reset
    })
  )

  it.effect("MEM-097, MEM-098: activity items have exactly these fields; the amount's sign fits the type", () =>
    Effect.gen(function* () {
      yield* merge("M9", "M3")
      yield* give("M1", -7)
      const seen = new Set<string>()
      const always = ["amount", "assetType", "createdAt", "description", "id", "status", "type"]
      const optional = ["sourceType", "sourceId", "propertyName", "reservationConfirmationCode"]
      for (const name of ["M1", "M2", "M3"] as const) {
        for (const item of (yield* ok(name, "/wallet/activity?limit=100")).each("items")) {
          assert.hasAllKeys(item, [...always, ...optional.filter((field) => at(item, field) !== undefined)])
          for (const field of optional) assert.notStrictEqual(at(item, field), null)
        }
        for (const { amount, createdAt, propertyName, sourceType, type } of (yield* activity(name)).items) {
          assert.match(createdAt, instant)
          assert.strictEqual(propertyName !== undefined, sourceType === "reservation")
          seen.add(`${type} ${Math.sign(amount)}`)
        }
      }
      assert.sameMembers([...seen], ["earn 1", "spend -1", "transfer 1", "adjustment -1", "adjustment 1"])
      yield* controls.reset
    })
  )

  it.effect("MEM-096: filters by type and period, from `from` until before `to`; invalid values are 400", () =>
    Effect.gen(function* () {
      for (const [view, filter, types] of [
        ["activity", "activityType", ["earn", "spend", "transfer", "adjustment"]],
        ["transactions", "type", ["EARN", "SPEND", "GIFT", "ADJUST", "EXPIRE"]]
      ] as const) {
        const list = (query: string) => ok("M1", `/wallet/${view}?${query}`)
        const items = (yield* list("limit=100")).each("items")
        const idsWhere = (is: (item: unknown) => boolean) => items.filter(is).map((item) => String(at(item, "id")))
        for (const type of types) {
          const found = yield* list(`limit=100&${filter}=${type}`)
          assert.deepStrictEqual(
            idsIn(found),
            idsWhere((item) => at(item, "type") === type)
          )
          assert.strictEqual(found.at("total"), found.each("items").length)
          const one = yield* list(`limit=1&${filter}=${type}`)
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
          const found = yield* list(`limit=100&${query}`)
          assert.deepStrictEqual(idsIn(found), idsWhere(is), query)
          assert.strictEqual(found.at("total"), found.each("items").length, query)
        }
        assert.include(idsIn(yield* list(`limit=100&from=${moment}`)), at(items[3], "id"))
        assert.notInclude(idsIn(yield* list(`limit=100&to=${moment}`)), at(items[3], "id"))
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

  it.effect("MEM-094, MEM-100: both views add up to the balance; a cancelled claim is a spend and a refund", () =>
    Effect.gen(function* () {
      yield* controls.reset
      for (const name of ["M1", "M2", "M3", "M9"] as const) yield* reconciled(name)
      const before = yield* reconciled("M1")
      const claim = yield* m1.claim("spa")
      assert.strictEqual(claim.status, 201, claim.text)
      assert.strictEqual(yield* reconciled("M1"), before - 450)
      const id = claim.at("fulfillmentId")
      assert.strictEqual((yield* activity("M1", { limit: 1 })).items[0]?.status, "pending")
      assert.strictEqual((yield* m1.cancel(id)).status, 200)
      assert.strictEqual(yield* reconciled("M1"), before)
      const latest = (yield* activity("M1", { limit: 2 })).items.map(
        ({ amount, sourceId, sourceType, status, type }) => [type, amount, status, sourceType, sourceId]
      )
      assert.deepStrictEqual(latest, [
        ["adjustment", 450, "completed", "offer", id],
        ["spend", -450, "completed", "offer", claim.at("offerId")]
      ])
      yield* controls.run("finalise")
      yield* reconciled("M1")
      for (const name of ["M1", "M2"] as const) {
        for (const { status, type } of (yield* activity(name)).items) {
          if (status === "cancelled" || status === "failed") assert.strictEqual(type, "earn")
        }
      }
    })
  )

  it.effect("MEM-099: earned points qualify for tiers, CREDIT and adjustments do not; a mixed spend is two items", () =>
    Effect.gen(function* () {
      yield* controls.reset
      const before = yield* qualifying("M1")
      const mixed = yield* m1.claim("both_assets")
      assert.strictEqual(mixed.status, 201, mixed.text)
      const { items } = yield* activity("M1", { limit: 2 })
      assert.sameMembers(
        items.map(({ assetType }) => assetType),
        ["VALID", "CREDIT"]
      )
      assert.strictEqual(sum(items.map(({ amount }) => amount)), -Number(mixed.at("pointsCharged")))
      assert.strictEqual((yield* m1.cancel(mixed.at("fulfillmentId"))).status, 200)
      yield* give("M1", 77, "CREDIT")
      yield* give("M1", 78, "VALID")
      assert.deepStrictEqual(yield* qualifying("M1"), before)
      const earnedBefore = (yield* transactions("M1", { type: "EARN" })).items
      yield* controls.run("finalise")
      const earns = (yield* transactions("M1", { type: "EARN" })).items
      const earned = sum(earns.map(({ points }) => points)) - sum(earnedBefore.map(({ points }) => points))
      assert.isAbove(earned, 0)
      assert.isTrue(earns.every(({ assetType }) => assetType === "VALID"))
      assert.strictEqual(sum(yield* qualifying("M1")), sum(before) + earned)
    })
  )

  it.effect("MEM-092: lists VALID points that expire within 90 days, soonest first", () =>
    Effect.gen(function* () {
      yield* controls.reset
      assert.hasAllKeys((yield* ok("M1", "/wallet/balance")).at("expiringPoints"), [
        "items",
        "nextExpirationDate",
        "total",
        "windowDays"
      ])
      const { expiringPoints, validBalance } = yield* balance("M1")
      const { items, nextExpirationDate, total, windowDays } = expiringPoints
      assert.isAbove(items.length, 1)
      const ends = items.map(({ expiresAt }) => expiresAt)
      assert.deepStrictEqual(ends, ends.toSorted())
      assert.deepStrictEqual([windowDays, nextExpirationDate], [90, ends[0]])
      assert.strictEqual(total, sum(items.map(({ points }) => points)))
      assert.isAtMost(total, validBalance)
      assert.isAbove(items[0]?.points ?? 0, 0)
      // Of M2's 3,300 points 3,000 expire in 200 days and 300 are CREDIT, which never does.
      assert.deepStrictEqual((yield* balance("M2")).expiringPoints.items, [])
    })
  )

  for (const first of ["/wallet", "/wallet/balance", "/wallet/transactions", "/wallet/activity"]) {
    it.effect(`MEM-092, MEM-101: expired points are deducted when ${first} is the first read, without a job`, () =>
      Effect.gen(function* () {
        yield* controls.reset
        const before = yield* balance("M9")
        const expiring = before.expiringPoints.items[0]?.points ?? 0
        assert.isAbove(expiring, 0)
        yield* controls.pass(24 * 46)
        const read = yield* ok("M9", first)
        const after = yield* balance("M9")
        assert.strictEqual(after.validBalance, before.validBalance - expiring)
        assert.strictEqual(after.creditBalance, before.creditBalance)
        const newest = (yield* transactions("M9")).items[0]
        assert.deepStrictEqual([newest?.type, newest?.points, newest?.assetType], ["EXPIRE", -expiring, "VALID"])
        const again = yield* ok("M9", first)
        assert.deepStrictEqual(again.body, read.body)
        yield* reconciled("M9")
      })
    )
  }

  it.effect("MEM-101: balance and transactions equal the parts of the wallet", () =>
    Effect.gen(function* () {
      yield* controls.reset
      for (const name of ["M1", "M2", "M_new"] as const) {
        const whole = yield* wallet(name, { limit: 100 })
        assert.deepStrictEqual(yield* balance(name), whole.balance)
        assert.hasAllKeys((yield* ok(name, "/wallet/transactions")).body, ["items", "limit", "offset", "total"])
        const { items, total } = yield* transactions(name)
        assert.deepStrictEqual(items, whole.transactions)
        assert.strictEqual(total, items.length)
        const page = yield* transactions(name, { limit: 3, offset: 2 })
        assert.deepStrictEqual(page.items, (yield* wallet(name, { limit: 3, offset: 2 })).transactions)
      }
    })
  )
})
