import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { key } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const brands = "/api/external/v1/brands"
const as = (key: keyof typeof hubKeys) => ({ headers: { authorization: `Bearer ${hubKeys[key]}` } })
const controls = { HUB_TEST_CONTROLS: "1" }

const everyControl = [
  ["POST", "clock"],
  ["POST", "faults"],
  ["POST", "jobs/sweep/run"],
  ["GET", "outbox"],
  ["GET", "demo"],
  ["POST", "dns"],
  ["POST", "certificates"],
  ["POST", "reset"]
] as const

const post = Effect.fnUntraced(function* (path: string, body?: unknown) {
  const { call } = yield* Service.Service
  return yield* call("POST", `/__test/${path}`, body === undefined ? {} : { body })
})

const get = Effect.fnUntraced(function* (path: string, key: keyof typeof hubKeys = "KH_brands") {
  const { call } = yield* Service.Service
  return yield* call("GET", path, as(key))
})

const millisOf = (time: unknown) => (typeof time === "string" ? Date.parse(time) : Number.NaN)

layer(Service.layer())("GEN-014: without HUB_TEST_CONTROLS", (it) => {
  it.effect("GEN-014: every test control is 404", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const [method, path] of everyControl) {
        assert.strictEqual((yield* call(method, `/__test/${path}`)).status, 404)
      }
    })
  )
})

layer(Service.layer({ environment: { ...controls, HUB_TEST_CONTROLS_TOKEN: "token-of-the-tests" } }))(
  "GEN-014: with HUB_TEST_CONTROLS_TOKEN",
  (it) => {
    it.effect("GEN-014: every test control is 401 without the token", () =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        for (const [method, path] of everyControl) {
          for (const authorization of [undefined, "Bearer token-of-others-000", "Basic token-of-the-tests"]) {
            const headers = authorization === undefined ? {} : { authorization }
            const answer = yield* call(method, `/__test/${path}`, { headers, body: method === "POST" ? {} : undefined })
            assert.deepStrictEqual([answer.status, answer.at("code")], [401, "test_controls_refused"], path)
          }
        }
        const authorization = "Bearer token-of-the-tests"
        const moved = yield* call("POST", "/__test/clock", { headers: { authorization }, body: { advanceSeconds: 1 } })
        assert.strictEqual(moved.status, 200)
      })
    )
  }
)

layer(Service.layer({ environment: { ...controls, HUB_LIMIT_HUB_KEY: "5" } }))("GEN-014: the clock", (it) => {
  it.effect("GEN-014: is set and advanced, and governs the windows of limits", () =>
    Effect.gen(function* () {
      yield* post("reset")
      const set = yield* post("clock", { now: "2031-05-06T07:08:09Z" })
      assert.strictEqual(set.status, 200)
      assert.approximately(millisOf(set.at("now")), Date.parse("2031-05-06T07:08:09Z"), 30_000)
      for (let i = 0; i < 5; i++) assert.strictEqual((yield* get(brands)).status, 200)
      const limited = yield* get(brands)
      assert.strictEqual(limited.status, 429)
      const resetAt = Number(limited.headers.get("x-ratelimit-reset")) * 1000
      assert.approximately(resetAt, Date.parse("2031-05-06T07:09:09Z"), 30_000)
      const moved = yield* post("clock", { advanceSeconds: 61 })
      assert.approximately(millisOf(moved.at("now")), Date.parse("2031-05-06T07:09:10Z"), 30_000)
      assert.strictEqual((yield* get(brands)).status, 200)
    })
  )

  it.effect("GEN-014: governs the expiry of keys", () =>
    Effect.gen(function* () {
      yield* post("reset")
      assert.strictEqual((yield* get(brands, "KH_expired")).status, 401)
      yield* post("clock", { advanceSeconds: -86_400 * 365 })
      assert.strictEqual((yield* get(brands, "KH_expired")).status, 200)
    })
  )

  it.effect("GEN-014: does not change how long delays last while it is a day ahead", () =>
    Effect.gen(function* () {
      yield* post("reset")
      yield* post("clock", { advanceSeconds: 86_400 })
      yield* post("faults", { point: "core", times: 1, delayMs: 300, fail: false })
      const start = performance.now()
      assert.strictEqual((yield* get(brands)).status, 200)
      const took = performance.now() - start
      assert.isTrue(took >= 290 && took < 60_000, `${took} ms`)
    })
  )
})

layer(Service.layer({ environment: controls }))("GEN-014: faults, jobs, outbox, reset", (it) => {
  it.effect("GEN-014: a fault strikes as often as it is armed, and reset disarms it", () =>
    Effect.gen(function* () {
      yield* post("reset")
      const armed = yield* post("faults", { point: "core", times: 2, delayMs: 0 })
      assert.strictEqual(armed.status, 200)
      assert.deepStrictEqual(armed.at("items"), [{ point: "core", times: 2, delayMs: 0, fail: true }])
      assert.strictEqual((yield* get(brands)).status, 502)
      assert.strictEqual((yield* get(brands)).status, 502)
      assert.strictEqual((yield* get(brands)).status, 200)
      yield* post("faults", { point: "core", times: 5, delayMs: 0 })
      yield* post("reset")
      assert.strictEqual((yield* get(brands)).status, 200)
    })
  )

  it.effect("GEN-014: runs every job and returns its counts", () =>
    Effect.gen(function* () {
      yield* post("reset")
      for (const [job, kinds] of [
        ["finalise", ["finalised", "cancelled", "ended"]],
        ["expire", ["fulfillments", "reminders", "lots", "tiers", "closedBalances", "lowStocks"]],
        ["refresh", ["created", "rebuilt", "refreshed"]],
        ["domains", ["checked"]],
        [
          "sweep",
          [
            "chatLinks",
            "idempotencyKeys",
            "messagingEvents",
            "operatorSessions",
            "outbox",
            "pageImages",
            "providerRequests",
            "runs",
            "unusedBytes"
          ]
        ]
      ] as const) {
        const { body, status, text } = yield* post(`jobs/${job}/run`)
        assert.strictEqual(status, 200, text)
        assert.hasAllKeys(body, [...kinds], job)
        for (const count of Object.values(Service.recordOf(body))) assert.isNumber(count)
      }
      assert.strictEqual((yield* post("jobs/unknown/run")).status, 404)
    })
  )

  it.effect("HUB-051, GEN-014: the sweep deletes events past their retention by the test clock", () =>
    Effect.gen(function* () {
      const events = `/api/external/v1/messaging?view=events&scope=ws-a-main&after=`
      yield* post("reset")
      yield* post("jobs/sweep/run")
      const before = yield* get(`${events}0`, "KH_all")
      assert.isAbove(before.each("items").length, 0)
      yield* post("clock", { advanceSeconds: 86_400 * 31 })
      assert.isAbove(Number((yield* post("jobs/sweep/run")).at("messagingEvents")), 0)
      const after = yield* get(`${events}0`, "KH_all")
      assert.deepStrictEqual([after.status, after.at("items")], [200, []])
      const expired = yield* get(`${events}1`, "KH_all")
      assert.deepStrictEqual([expired.status, expired.at("code")], [409, "event_cursor_expired"])
      yield* post("reset")
      assert.isAbove((yield* get(`${events}0`, "KH_all")).each("items").length, 0)
    })
  )

  it.effect("GEN-014: sets DNS records and certificates, and a reset clears the records", () =>
    Effect.gen(function* () {
      const hostname = "pending.hotels-a.example"
      const recordsOf = Effect.gen(function* () {
        const { call } = yield* Service.Service
        const path = `/v1/partner/custom-domains/${demoIds.customDomains.A_pending}/dns-records`
        return (yield* call("GET", path, { headers: key("PA") })).at("items.1.observed")
      })
      yield* post("reset")
      const records = { type: "CNAME", name: hostname, values: ["edge.hub.example"] }
      assert.deepStrictEqual((yield* post("dns", records)).body, records)
      assert.deepStrictEqual(yield* recordsOf, ["edge.hub.example"])
      const certificate = { hostname, answer: "issued" }
      assert.deepStrictEqual((yield* post("certificates", certificate)).body, certificate)
      yield* post("reset")
      assert.deepStrictEqual(yield* recordsOf, [])
    })
  )

  it.effect("GEN-014: returns an empty outbox and mailbox", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const { body, status } = yield* call("GET", "/__test/outbox")
      assert.deepStrictEqual([status, body], [200, { items: [], mailbox: [] }])
    })
  )

  it.effect("GEN-014: a malformed control is 400, another method 405", () =>
    Effect.gen(function* () {
      for (const [path, body] of [
        ["clock", {}],
        ["clock", { now: "yesterday" }],
        ["clock", { now: "5" }],
        ["clock", { now: "2031-02-30T07:08:09Z" }],
        ["clock", { now: "2031-05-06T07:08:09Z", advanceSeconds: 1 }],
        ["clock", { advanceSeconds: "1" }],
        ["clock", "not json"],
        ["faults", { point: "nowhere", times: 1, delayMs: 0 }],
        ["faults", { point: "core", times: 0, delayMs: 0 }],
        ["faults", { point: "core", times: 1, delayMs: -1 }],
        ["faults", { point: "core", times: 1, delayMs: 0, more: true }],
        ["dns", { type: "MX", name: "www.hotels-a.example", values: [] }],
        ["dns", { type: "TXT", name: "www.hotels-a.example" }],
        ["certificates", { hostname: "www.hotels-a.example", answer: "verified" }]
      ] as const) {
        const answer = yield* post(path, body)
        assert.strictEqual(answer.status, 400, JSON.stringify(body))
        assert.strictEqual(answer.at("statusCode"), 400)
        assert.isString(answer.at("message"))
      }
      const { call } = yield* Service.Service
      const wrong = yield* call("GET", "/__test/clock")
      assert.deepStrictEqual([wrong.status, wrong.headers.get("allow")], [405, "POST"])
    })
  )
})
