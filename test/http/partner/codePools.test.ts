import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { externalCode } from "../../../src/demo/demoOfferCodes.ts"
import type { CodePool } from "../../../src/domain/codePools/CodePool.ts"
import { InsufficientReach } from "../../../src/domain/access/InsufficientReach.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { StateConflict } from "../../../src/domain/shared/ResourceConflicts.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import { isFailure, key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { codePools, fulfillments, offers, organizations, poolCodes } = demoIds
const {
  addPoolCodes,
  archiveCodePool,
  changeCodePool,
  createCodePool,
  getCodePool,
  listCodePools,
  listPoolCodes,
  voidPoolCode
} = partnerClient.codePools

type Headers = Readonly<Record<string, string>>
type Pool = keyof typeof codePools
type PoolsQuery = Parameters<typeof listCodePools>[0]["query"]
type CodesQuery = Parameters<typeof listPoolCodes>[0]["query"]

const PA = key("PA")
const PA_v1 = key("PA_v1")
const path = "/offer-code-pools"

const dinner = offers["dinner"] ?? ""
const list = (query: Partial<PoolsQuery> = {}, headers: Headers = PA) =>
  listCodePools({ query: { limit: 100, offset: 0, ...query } }).pipe(using(headers))
const show = (poolId: string, headers: Headers = PA) => getCodePool({ params: { poolId } }).pipe(using(headers))
const codes = (poolId: string, query: Partial<CodesQuery> = {}, headers: Headers = PA) =>
  listPoolCodes({ params: { poolId }, query: { limit: 100, offset: 0, ...query } }).pipe(using(headers))
const change = (poolId: string, payload: Parameters<typeof changeCodePool>[0]["payload"], headers: Headers = PA) =>
  changeCodePool({ params: { poolId }, headers: freshKey(), payload }).pipe(using(headers))
const archive = (poolId: string, headers: Headers = PA) =>
  archiveCodePool({ params: { poolId }, headers: freshKey() }).pipe(using(headers))
const upload = (poolId: string, lines: ReadonlyArray<string>, headers: Headers = PA) =>
  addPoolCodes({ params: { poolId }, headers: freshKey(), payload: { codes: lines } }).pipe(using(headers))
const voidCode = (poolId: string, codeId: string, headers: Headers = PA) =>
  voidPoolCode({ params: { poolId, codeId }, headers: freshKey() }).pipe(using(headers))
const make = Effect.fnUntraced(function* (lines: ReadonlyArray<string> = [], lowStockThreshold: number | null = null) {
  const payload = { offerId: dinner, name: "Made", lowStockThreshold }
  const pool = yield* createCodePool({ headers: freshKey(), payload }).pipe(using(PA))
  if (lines.length > 0) yield* upload(pool.poolId, lines)
  return pool.poolId
})

const numbers = ({ assigned, available, redeemed, total, void: voided }: CodePool) => [
  total,
  available,
  assigned,
  redeemed,
  voided
]
const poolsOf = (names: ReadonlyArray<Pool>) => names.map((name) => codePools[name])
const archived = new StateConflict({ currentStatus: "archived" })
const needsAllVenues = new InsufficientReach({ reason: "all_venues_required" })

layer(Service.layer())("code pools", (it) => {
  it.effect("PAR-001, PAR-114: lists the organization's pools in order of creation, with their stock", () =>
    Effect.gen(function* () {
      const { items, total } = yield* list()
      const ofA = poolsOf([
        "dinner_later",
        "dinner_sooner",
        "museum",
        "sold_out",
        "sold_out_paused",
        "sold_out_expired",
        "sold_out_archived"
      ])
      assert.deepStrictEqual(items.map(({ poolId }) => poolId).slice(0, ofA.length), ofA)
      assert.strictEqual(total, items.length)
      const stock = new Map(items.map((pool) => [pool.poolId, numbers(pool)]))
      assert.deepStrictEqual(stock.get(codePools.museum), [12, 11, 1, 0, 0])
      assert.deepStrictEqual(stock.get(codePools.dinner_sooner), [6, 5, 0, 1, 0])
      assert.deepStrictEqual(stock.get(codePools.sold_out), [3, 0, 0, 0, 3])
      assert.deepStrictEqual(
        items.flatMap(({ isLowStock, poolId }) => (isLowStock ? [poolId] : [])),
        [codePools.museum]
      )
      assert.deepStrictEqual(yield* list({}, PA_v1), yield* list())
      const ofB = yield* list({}, key("PB"))
      assert.deepStrictEqual(
        ofB.items.map(({ poolId }) => poolId),
        poolsOf(["b_voucher", "b_voucher_paused", "b_voucher_archived"])
      )
      const { get } = yield* partner
      const raw = yield* get(`${path}?limit=1`, PA)
      assert.deepStrictEqual([raw.at("limit"), raw.at("offset"), raw.at("total")], [1, 0, total])
      assert.hasAllKeys(raw.at("items.0"), [
        "poolId",
        "offerId",
        "name",
        "status",
        "total",
        "available",
        "assigned",
        "redeemed",
        "void",
        "lowStockThreshold",
        "isLowStock",
        "expiresAt",
        "updatedAt"
      ])
    })
  )

  it.effect("PAR-003, PAR-004: global staff read across organizations, but a write is 403 no_organization", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const ids = (headers: Headers, query: string) =>
        Effect.map(get(`${path}?limit=100${query}`, headers), (answer) => answer.each("items", "poolId"))
      const [ofA, ofB] = [yield* ids(PA, ""), yield* ids(key("PB"), "")]
      assert.deepStrictEqual(yield* ids(key("PADM"), `&organizationId=${organizations.B}`), ofB)
      assert.sameMembers([...(yield* ids(key("PADM"), ""))], [...ofA, ...ofB])
      const refused = yield* post(path, key("PADM"), { offerId: dinner, name: "Nobody's" })
      assert.deepStrictEqual(statusAndCode(refused), [403, "no_organization"])
    })
  )

  it.effect("PAR-114: filters pools by offer and status; an unknown or foreign offer has none", () =>
    Effect.gen(function* () {
      const ids = (query: Partial<PoolsQuery>) =>
        Effect.map(list(query), ({ items }) => items.map(({ poolId }) => poolId))
      assert.includeMembers(yield* ids({ offerId: dinner }), poolsOf(["dinner_later", "dinner_sooner"]))
      const soldOut = offers["sold_out"] ?? ""
      assert.deepStrictEqual(yield* ids({ offerId: soldOut, status: ["paused", "archived"] }), [
        ...poolsOf(["sold_out_paused", "sold_out_archived"])
      ])
      assert.deepStrictEqual(yield* ids({ offerId: offers["b_voucher"] ?? "" }), [])
      assert.deepStrictEqual(yield* ids({ offerId: "unknown" }), [])
      const { get } = yield* partner
      for (const query of ["status=low", "offerId=", "limit=0", "limit=101", "offset=-1"]) {
        assert.strictEqual((yield* get(`${path}?${query}`, PA)).status, 400, query)
      }
    })
  )

  it.effect("PAR-114: creates an active, empty pool, and only for an offer whose claims take codes", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      const made = yield* post(path, PA, {
        offerId: dinner,
        name: "Winter",
        lowStockThreshold: 3,
        expiresAt: "2031-01-02T03:04:05+01:00"
      })
      assert.strictEqual(made.status, 201)
      assert.strictEqual(made.at("expiresAt"), "2031-01-02T02:04:05.000Z")
      const pool = yield* show(String(made.at("poolId")))
      assert.deepStrictEqual([pool.status, pool.isLowStock, pool.lowStockThreshold], ["active", true, 3])
      assert.deepStrictEqual(numbers(pool), [0, 0, 0, 0, 0])
      const plain = yield* post(path, PA, { offerId: offers["breakfast"], name: "Never used" })
      assert.deepStrictEqual(statusAndCode(plain), [409, "invalid_state_transition"])
      for (const body of [
        { offerId: dinner },
        { offerId: dinner, name: "" },
        { offerId: dinner, name: "a\nb" },
        { offerId: dinner, name: "x".repeat(101) },
        { offerId: dinner, name: "Pool", lowStockThreshold: -1 },
        { offerId: dinner, name: "Pool", lowStockThreshold: 1.5 },
        { offerId: dinner, name: "Pool", expiresAt: "2031-02-30" },
        { offerId: dinner, name: "Pool", expiresAt: "9999-12-31T23:59:00-10:00" },
        { offerId: dinner, name: "Pool", status: "archived" }
      ]) {
        const refused = yield* post(path, PA, body)
        assert.deepStrictEqual(statusAndCode(refused), [400, "invalid_parameter"], JSON.stringify(body))
        assert.isTrue(isFailure(refused))
      }
    })
  )

  it.effect("PAR-139: a caller without all venues reads a pool; every write is InsufficientReach", () =>
    Effect.gen(function* () {
      const poolId = codePools.dinner_later
      assert.deepStrictEqual(yield* show(poolId, PA_v1), yield* show(poolId))
      const payload = { offerId: dinner, name: "Mine" }
      const refusals = [
        Effect.flip(createCodePool({ headers: freshKey(), payload }).pipe(using(PA_v1))),
        Effect.flip(change(poolId, { name: "Mine" }, PA_v1)),
        Effect.flip(archive(poolId, PA_v1)),
        Effect.flip(upload(poolId, ["MINE-0001"], PA_v1)),
        Effect.flip(voidCode(poolId, poolCodes.dinner_later, PA_v1))
      ]
      for (const refusal of refusals) assert.deepStrictEqual(yield* refusal, needsAllVenues)
      // Reach is checked first, so that neither an archived pool nor a missing offer is revealed.
      assert.deepStrictEqual(
        yield* Effect.flip(change(codePools.sold_out_archived, { name: "M" }, PA_v1)),
        needsAllVenues
      )
      const absent = createCodePool({ headers: freshKey(), payload: { ...payload, offerId: "absent" } })
      assert.deepStrictEqual(yield* Effect.flip(absent.pipe(using(PA_v1))), needsAllVenues)
      assert.deepStrictEqual(yield* Effect.flip(change(codePools.b_voucher, { name: "M" }, PA_v1)), new NotFound({}))
    })
  )

  it.effect(
    "PAR-007, PAR-139: without all venues, voiding an unknown code is NotFound, an existing one InsufficientReach",
    () =>
      Effect.gen(function* () {
        const poolId = yield* make(["HERE-0001"])
        const [code] = (yield* codes(poolId)).items
        assert.deepStrictEqual(yield* Effect.flip(voidCode(poolId, "absent", PA_v1)), new NotFound({}))
        assert.deepStrictEqual(yield* Effect.flip(voidCode(poolId, poolCodes.museum, PA_v1)), new NotFound({}))
        assert.deepStrictEqual(yield* Effect.flip(voidCode(poolId, code?.codeId ?? "", PA_v1)), needsAllVenues)
        assert.deepStrictEqual((yield* codes(poolId)).items, code === undefined ? [] : [code])
        assert.strictEqual(code?.status, "available")
      })
  )

  it.effect("DOMAIN 8.3: changes name, status, threshold and expiry; the same settings again change nothing", () =>
    Effect.gen(function* () {
      const poolId = yield* make(["CHANGE-1", "CHANGE-2"])
      const paused = yield* change(poolId, { name: "Renamed", status: "paused", lowStockThreshold: 2 })
      assert.deepStrictEqual([paused.name, paused.status, paused.isLowStock], ["Renamed", "paused", true])
      const same = yield* change(poolId, { name: "Renamed", lowStockThreshold: 2 })
      assert.deepStrictEqual(same, paused)
      const resumed = yield* change(poolId, { status: "active", lowStockThreshold: null, expiresAt: null })
      assert.deepStrictEqual([resumed.status, resumed.lowStockThreshold, resumed.isLowStock], ["active", null, false])
      const { get } = yield* partner
      const { call } = yield* Service.Service
      const empty = yield* call("PATCH", `/v1/partner${path}/${poolId}`, {
        headers: { ...PA, ...freshKey() },
        body: {}
      })
      assert.deepStrictEqual(statusAndCode(empty), [400, "invalid_parameter"])
      assert.strictEqual((yield* get(`${path}/${poolId}`, PA)).at("name"), "Renamed")
    })
  )

  it.effect(
    "DOMAIN 8.3: archiving voids the remaining codes; later changes and uploads conflict, a second archive does not",
    () =>
      Effect.gen(function* () {
        const poolId = yield* make(["ARCHIVE-1", "ARCHIVE-2", "ARCHIVE-3"], 5)
        const [first] = (yield* codes(poolId)).items
        yield* voidCode(poolId, first?.codeId ?? "")
        yield* archive(poolId)
        const gone = yield* show(poolId)
        assert.deepStrictEqual([gone.status, gone.isLowStock], ["archived", false])
        assert.deepStrictEqual(numbers(gone), [3, 0, 0, 0, 3])
        const left = yield* codes(poolId)
        assert.deepStrictEqual(
          left.items.map(({ status, value }) => [status, value]),
          left.items.map(() => ["void", "****"])
        )
        assert.strictEqual(left.total, 3)
        assert.strictEqual((yield* codes(poolId, { status: ["void"] })).total, 3)
        assert.strictEqual((yield* codes(poolId, { status: ["available"] })).total, 0)
        assert.deepStrictEqual(yield* Effect.flip(change(poolId, { status: "active" })), archived)
        assert.deepStrictEqual(yield* Effect.flip(change(poolId, { name: gone.name })), archived)
        assert.deepStrictEqual(yield* Effect.flip(upload(poolId, ["ARCHIVE-4"])), archived)
        yield* archive(poolId)
        yield* voidCode(poolId, left.items[1]?.codeId ?? "")
        assert.deepStrictEqual(yield* show(poolId), gone)
      })
  )

  it.effect("PAR-114: adds each code once, and reports duplicates and rejected lines by index only", () =>
    Effect.gen(function* () {
      const poolId = yield* make(["KNOWN-1"])
      const lines = [
        " NEW-1\r\n",
        "KNOWN-1",
        "NEW-1",
        "",
        " \t",
        "a\u0007b",
        "x".repeat(129),
        "new-1",
        "x".repeat(128),
        ""
      ]
      const answer = yield* upload(poolId, lines)
      assert.deepStrictEqual(
        [answer.added, answer.duplicates, answer.rejected],
        [
          3,
          [
            { index: 1, within: "pool" },
            { index: 2, within: "request" }
          ],
          [
            { index: 3, reason: "empty" },
            { index: 4, reason: "empty" },
            { index: 5, reason: "not_printable" },
            { index: 6, reason: "too_long" },
            { index: 9, reason: "empty" }
          ]
        ]
      )
      assert.deepStrictEqual(answer.pool, yield* show(poolId))
      assert.deepStrictEqual(numbers(answer.pool), [4, 4, 0, 0, 0])
      const again = yield* upload(poolId, ["NEW-1", "new-1"])
      assert.strictEqual(again.added, 0)
      assert.strictEqual(again.pool.updatedAt.epochMilliseconds, answer.pool.updatedAt.epochMilliseconds)
      const { post } = yield* partner
      for (const body of [
        { codes: [] },
        {},
        { codes: [1] },
        { codes: Array(5001).fill("X") },
        { codes: ["x".repeat(1001)] }
      ]) {
        const refused = yield* post(`${path}/${poolId}/codes`, PA, body)
        assert.deepStrictEqual(statusAndCode(refused), [400, "invalid_parameter"])
      }
    })
  )

  it.effect("PAR-114: an upload of blank lines adds nothing", () =>
    Effect.gen(function* () {
      const poolId = yield* make()
      const answer = yield* upload(poolId, [" ", "\n"])
      assert.deepStrictEqual([answer.added, answer.duplicates, answer.rejected.length], [0, [], 2])
    })
  )

  it.effect(
    "PAR-117, PAR-114: accepts 5000 codes in one request, and a replay adds nothing; larger bodies are 413",
    () =>
      Effect.gen(function* () {
        const poolId = yield* make()
        const body = { codes: Array.from({ length: 5000 }, (_, n) => `BULK-${String(n).padStart(123, "0")}`) }
        const { post } = yield* partner
        const headers = { ...PA, ...freshKey() }
        const first = yield* post(`${path}/${poolId}/codes`, headers, body)
        assert.deepStrictEqual([first.status, first.at("added")], [200, 5000], first.text.slice(0, 200))
        const replay = yield* post(`${path}/${poolId}/codes`, headers, body)
        assert.deepStrictEqual([replay.text, replay.headers.get("x-idempotent-replay")], [first.text, "true"])
        assert.strictEqual((yield* show(poolId)).total, 5000)
        const tooLarge = yield* post(`${path}/${poolId}/codes`, PA, { codes: Array(5000).fill("x".repeat(900)) })
        assert.deepStrictEqual(statusAndCode(tooLarge), [413, "payload_too_large"])
        const elsewhere = yield* post(path, PA, { offerId: dinner, name: "x".repeat(70_000) })
        assert.deepStrictEqual(statusAndCode(elsewhere), [413, "payload_too_large"])
      })
  )

  it.effect("PAR-114: shows the last 4 characters of assigned and redeemed codes, and masks available ones", () =>
    Effect.gen(function* () {
      const sooner = yield* codes(codePools.dinner_sooner)
      const redeemed = sooner.items.find(({ status }) => status === "redeemed")
      assert.strictEqual(redeemed?.value, `****${externalCode("dinner_sooner", 0).slice(-4)}`)
      assert.strictEqual(redeemed?.fulfillmentId, fulfillments["fulfilled"])
      assert.deepStrictEqual(
        sooner.items.map(({ status }) => status),
        [...Array(5).fill("available"), "redeemed"]
      )
      for (const item of sooner.items.filter(({ status }) => status === "available")) {
        assert.deepStrictEqual([item.value, item.fulfillmentId, item.assignedAt], ["****", null, null])
      }
      const { get } = yield* partner
      const raw = yield* get(`${path}/${codePools.dinner_sooner}/codes?limit=100`, PA)
      for (let place = 0; place < 6; place++) assert.notInclude(raw.text, externalCode("dinner_sooner", place))
      const museum = yield* codes(codePools.museum, { status: ["assigned"] })
      assert.deepStrictEqual(
        museum.items.map(({ value }) => value),
        [`****${externalCode("museum", 0).slice(-4)}`]
      )
      // The claim is at V2, out of the caller's reach.
      assert.deepStrictEqual(
        (yield* codes(codePools.museum, { status: ["assigned"] }, PA_v1)).items.map(
          ({ fulfillmentId }) => fulfillmentId
        ),
        [null]
      )
      assert.isNotNull(museum.items[0]?.fulfillmentId)
    })
  )

  it.effect("DOMAIN 8.3: voids an available code, also twice; an assigned or redeemed one is a StateConflict", () =>
    Effect.gen(function* () {
      const poolId = yield* make(["VOID-1", "VOID-2"])
      const [first] = (yield* codes(poolId)).items
      yield* voidCode(poolId, first?.codeId ?? "")
      yield* voidCode(poolId, first?.codeId ?? "")
      assert.deepStrictEqual(numbers(yield* show(poolId)), [2, 1, 0, 0, 1])
      const held = [
        ["museum", "assigned"],
        ["dinner_sooner", "redeemed"]
      ] as const
      for (const [pool, status] of held) {
        const refused = yield* Effect.flip(voidCode(codePools[pool], poolCodes[pool]))
        assert.deepStrictEqual(refused, new StateConflict({ currentStatus: status }))
      }
      for (const codeId of ["unknown", poolCodes.dinner_later]) {
        assert.deepStrictEqual(yield* Effect.flip(voidCode(poolId, codeId)), new NotFound({}))
      }
    })
  )

  it.effect("PAR-114: reading and writing need separate scopes; neither implies the other", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const reader = key("PA_offers_codes_read")
      const writer = key("PA_offers_codes_write")
      const body = { codes: ["SCOPE-1"] }
      const codesPath = `${path}/${codePools.dinner_later}/codes`
      assert.strictEqual((yield* get(path, reader)).status, 200)
      assert.deepStrictEqual(statusAndCode(yield* get(path, writer)), [403, "insufficient_scope"])
      assert.deepStrictEqual(statusAndCode(yield* get(codesPath, writer)), [403, "insufficient_scope"])
      assert.deepStrictEqual(statusAndCode(yield* post(codesPath, reader, body)), [403, "insufficient_scope"])
      assert.strictEqual((yield* post(codesPath, writer, body)).status, 200)
    })
  )
})
