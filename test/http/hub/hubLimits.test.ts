import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { keyHeader, type KeyName, refused } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const base = "/api/external/v1"
const brands = `${base}/brands`

const get = (key: KeyName, headers: Record<string, string> = {}, path = brands) =>
  Service.Service.use(({ call }) => call("GET", path, { headers: { ...keyHeader(key), ...headers } }))

const anonymous = (address: string) =>
  Service.Service.use(({ call }) => call("GET", brands, { headers: { "x-forwarded-for": address } }))

const advance = (seconds: number) =>
  Service.Service.use(({ call }) => call("POST", "/__test/clock", { body: { advanceSeconds: seconds } }))

const numbers = (answer: Service.Answer) => ({
  limit: Number(answer.headers.get("x-ratelimit-limit")),
  remaining: Number(answer.headers.get("x-ratelimit-remaining")),
  reset: Number(answer.headers.get("x-ratelimit-reset"))
})

/** `RateLimit-Policy` as [policy, quota, window] and `RateLimit` as [policy, remaining, seconds], in order. */
const fields = (answer: Service.Answer) => {
  const read = (name: string, pattern: RegExp) =>
    (answer.headers.get(name) ?? "").split(", ").map((member) => {
      const [, policy, first, second] = pattern.exec(member) ?? assert.fail(`${name}: ${member}`)
      return [policy, Number(first), Number(second)] as const
    })
  return {
    policies: read("ratelimit-policy", /^"([a-z-]+)";q=(\d+);w=(\d+)$/),
    states: read("ratelimit", /^"([a-z-]+)";r=(\d+);t=(\d+)$/)
  }
}

const controls = { HUB_TEST_CONTROLS: "1" }

layer(Service.layer({ environment: controls }))("limits of a hub key", (it) => {
  it.effect("HUB-090, HUB-091, HUB-013: the 601st request of a minute is 429, with the seconds to wait", () =>
    Effect.gen(function* () {
      const first = yield* get("KH_D")
      assert.deepStrictEqual([first.status, numbers(first).limit, numbers(first).remaining], [200, 600, 599])
      for (let n = 2; n < 600; n++) yield* get("KH_D")
      const last = yield* get("KH_D")
      assert.deepStrictEqual([last.status, numbers(last).remaining], [200, 0])

      const over = yield* get("KH_D")
      const body = refused(over, 429, "rate_limited")
      const seconds = Number(over.headers.get("retry-after"))
      assert.isTrue(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, String(seconds))
      assert.deepStrictEqual(body["details"], { retryAfterSeconds: seconds })
      assert.strictEqual(numbers(over).remaining, 0)
      assert.strictEqual(over.headers.get("content-type"), "application/problem+json")

      assert.strictEqual((yield* get("KH_all")).status, 200)
      yield* advance(seconds)
      const again = yield* get("KH_D")
      assert.deepStrictEqual([again.status, numbers(again).remaining], [200, 599])
    })
  )

  it.effect("HUB-011, HUB-012, HUB-013: every response after authentication has limit headers, which agree", () =>
    Effect.gen(function* () {
      const before = numbers(yield* get("KH_C"))
      const answers = [
        yield* get("KH_C"),
        yield* get("KH_C", {}, `${brands}?limit=0`),
        yield* get("KH_C", {}, `${brands}?cursor=zzz`),
        yield* get("KH_C", {}, `${base}/messaging?scope=nothing`)
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 400, 400, 403]
      )
      for (const [index, answer] of answers.entries()) {
        const { limit, remaining, reset } = numbers(answer)
        assert.deepStrictEqual([limit, remaining, reset], [600, before.remaining - index - 1, before.reset])
        const { policies, states } = fields(answer)
        assert.deepStrictEqual(policies, [["hub-key", limit, 60]])
        assert.deepStrictEqual(
          states.map(([policy, left]) => [policy, left]),
          [["hub-key", remaining]]
        )
        assert.isNull(answer.headers.get("retry-after"))
        assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      }
    })
  )

  it.effect("HUB-013: the reset is epoch seconds, at most a minute away, and `t` the seconds until then", () =>
    Effect.gen(function* () {
      const { body } = yield* advance(0)
      const now = Date.parse(String(Service.at(body, "now"))) / 1000
      const answer = yield* get("KH_other")
      const { reset } = numbers(answer)
      assert.isTrue(reset > now && reset <= now + 61, `${reset} is not within a minute of ${now}`)
      const [, , t] = fields(answer).states[0] ?? assert.fail()
      assert.approximately(t, reset - now, 1.5)
    })
  )

  it.effect("HUB-012, HUB-091: a transition counts against two limits; the one with less remaining comes first", () =>
    Effect.gen(function* () {
      const send = Service.Service.use(({ call }) =>
        call("POST", `${base}/messaging?scope=ws-a-main`, { headers: keyHeader("KH_other"), body: {} })
      )
      const answer = yield* send
      assert.strictEqual(answer.status, 400)
      const { policies, states } = fields(answer)
      assert.deepStrictEqual(
        policies.map(([policy]) => policy),
        ["hub-transition", "hub-key"]
      )
      assert.deepStrictEqual(
        states.map(([policy]) => policy),
        ["hub-transition", "hub-key"]
      )
      assert.deepStrictEqual([numbers(answer).limit, numbers(answer).remaining], [120, 119])
      for (let n = 2; n <= 120; n++) yield* send
      const over = yield* send
      refused(over, 429, "rate_limited")
      assert.strictEqual(fields(over).policies[0]?.[0], "hub-transition")
      assert.strictEqual((yield* get("KH_other")).status, 200)
    })
  )
})

layer(Service.layer({ environment: { ...controls, HUB_LIMIT_HUB_KEY: "3", HUB_LIMIT_ADDRESS: "10" } }))(
  "configured limits",
  (it) => {
    it.effect("HUB-090: invalid requests count against a key's limit like valid ones", () =>
      Effect.gen(function* () {
        const from = { "x-forwarded-for": "198.51.100.1" }
        const statuses: Array<number> = []
        for (const path of [`${brands}?limit=0`, brands, `${brands}?cursor=zzz`, brands, `${brands}?limit=0`]) {
          statuses.push((yield* get("KH_B", from, path)).status)
        }
        assert.deepStrictEqual(statuses, [400, 200, 400, 429, 429])
      })
    )

    it.effect("HUB-090: counts requests per address before authentication; over the limit a valid key is 429 too", () =>
      Effect.gen(function* () {
        for (let n = 0; n < 10; n++) refused(yield* anonymous("203.0.113.7"), 401, "missing_credential")
        const over = yield* anonymous("203.0.113.7")
        refused(over, 429, "rate_limited")
        assert.isAtLeast(Number(over.headers.get("retry-after")), 1)
        assert.deepStrictEqual(fields(over).policies, [["address", 10, 60]])
        assert.strictEqual((yield* get("KH_E", { "x-forwarded-for": "203.0.113.7" })).status, 429)
        assert.strictEqual((yield* get("KH_E", { "x-forwarded-for": "203.0.113.8" })).status, 200)
        yield* advance(61)
        refused(yield* anonymous("203.0.113.7"), 401, "missing_credential")
      })
    )

    it.effect("HUB-090: counts IPv6 clients per /64, and an address alike in every spelling", () =>
      Effect.gen(function* () {
        const same = ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", "[2001:db8:1:2::7]:4711", "2001:0db8:0001:0002::1"]
        for (let n = 0; n < 10; n++) yield* anonymous(same[n % same.length] ?? "")
        refused(yield* anonymous("2001:db8:1:2:3:4:5:6"), 429, "rate_limited")
        refused(yield* anonymous("2001:db8:1:3::1"), 401, "missing_credential")
        for (let n = 0; n < 10; n++) yield* anonymous(n % 2 === 0 ? "192.0.2.1" : "::ffff:192.0.2.1")
        refused(yield* anonymous("192.0.2.1:50000"), 429, "rate_limited")
      })
    )

    it.effect("HUB-090, REQUIREMENTS 0.3: unknown routes and methods are answered before any limit", () =>
      Effect.gen(function* () {
        const headers = { "x-forwarded-for": "203.0.113.99" }
        const { call } = yield* Service.Service
        for (let n = 0; n < 15; n++)
          assert.strictEqual((yield* call("GET", `${base}/nothing`, { headers })).status, 404)
        for (let n = 0; n < 15; n++) assert.strictEqual((yield* call("PUT", brands, { headers })).status, 405)
      })
    )
  }
)
