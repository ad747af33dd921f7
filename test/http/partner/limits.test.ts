import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { isFailure, key, operator, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const ack = (name: string) => `/arrivals/${demoIds.arrivals[name]}/ack`

const spend = Effect.fnUntraced(function* (times: number, headers: Record<string, string>) {
  const { get } = yield* partner
  for (let n = 0; n < times; n++) assert.strictEqual((yield* get("/scope", headers)).status, 200)
})

layer(Service.layer({ environment: { HUB_LIMIT_PARTNER_KEY: "5", HUB_LIMIT_PARTNER_WRITES: "2" } }))(
  "limits of partner keys",
  (it) => {
    it.effect("PAR-136, PAR-138: a key over its limit gets 429 with Retry-After; another key is unaffected", () =>
      Effect.gen(function* () {
        const { get } = yield* partner
        yield* spend(5, key("PA_guests"))
        const answer = yield* get("/scope", key("PA_guests"))
        assert.deepStrictEqual([...statusAndCode(answer), answer.at("type")], [429, "rate_limited", "rate_limit_error"])
        assert.isTrue(isFailure(answer))
        const seconds = Number(answer.headers.get("retry-after"))
        assert.isTrue(seconds >= 1 && seconds <= 60)
        assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), "0")
        assert.strictEqual((yield* get("/scope", key("PA_pii"))).status, 200)
      })
    )

    it.effect("PAR-136: an operator token is limited like a key", () =>
      Effect.gen(function* () {
        const { get } = yield* partner
        const headers = yield* operator("OT_A")
        yield* spend(5, headers)
        assert.strictEqual((yield* get("/scope", headers)).status, 429)
      })
    )

    it.effect("PAR-136: writes have a second limit, which reads do not use; reads continue beyond it", () =>
      Effect.gen(function* () {
        const { get, post } = yield* partner
        yield* spend(1, key("PA_v1"))
        const first = yield* post(ack("open"), key("PA_v1"))
        assert.strictEqual(first.headers.get("ratelimit-policy"), '"partner-writes";q=2;w=60, "partner-key";q=5;w=60')
        assert.strictEqual(first.headers.get("x-ratelimit-remaining"), "1")
        assert.strictEqual((yield* post(ack("open"), key("PA_v1"))).status, 200)
        const limited = yield* post(ack("today"), key("PA_v1"))
        assert.deepStrictEqual(statusAndCode(limited), [429, "rate_limited"])
        assert.strictEqual((yield* get("/scope", key("PA_v1"))).status, 200)
      })
    )

    it.effect("PAR-136, REQUIREMENTS 0.3: auth level and organization are checked before the limit, scopes after", () =>
      Effect.gen(function* () {
        const { get } = yield* partner
        for (let n = 0; n < 7; n++) {
          assert.deepStrictEqual(statusAndCode(yield* get("/arrivals", key("PA_service"))), [
            403,
            "auth_level_not_allowed"
          ])
        }
        const nobody = yield* operator("OT_noorg")
        for (let n = 0; n < 7; n++)
          assert.deepStrictEqual(statusAndCode(yield* get("/arrivals", nobody)), [403, "no_organization"])
        for (let n = 0; n < 5; n++) {
          assert.deepStrictEqual(statusAndCode(yield* get("/arrivals", key("PA_both"))), [403, "insufficient_scope"])
        }
        assert.deepStrictEqual(statusAndCode(yield* get("/arrivals", key("PA_both"))), [429, "rate_limited"])
      })
    )
  }
)

layer(Service.layer({ environment: { HUB_LIMIT_ADDRESS: "4" } }))("the limit per client address", (it) => {
  it.effect("PAR-136: counts requests before authentication, IPv6 clients per /64", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const from = (address: string) => ({ "x-forwarded-for": address })
      for (let n = 0; n < 4; n++) {
        assert.strictEqual((yield* get("/scope", from(`2001:db8:1:2::${n}`))).status, 401)
      }
      const limited = yield* get("/scope", { ...key("PA"), ...from("2001:db8:1:2:ffff::1") })
      assert.deepStrictEqual(statusAndCode(limited), [429, "rate_limited"])
      assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/)
      assert.strictEqual((yield* get("/scope", { ...key("PA"), ...from("2001:db8:1:3::1") })).status, 200)
    })
  )
})

layer(Service.layer())("the order of checks", (it) => {
  it.effect("PAR-114, PAR-124, REQUIREMENTS 0.3: answers the first of several faults in the documented order", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const bad = "{"
      const post = (path: string, headers: Record<string, string>, body?: string) =>
        call("POST", `/v1/partner${path}`, { headers, body })
      const used = { ...key("PA"), "idempotency-key": "used" }
      yield* post(ack("arrival9"), used)
      const steps = [
        [yield* post("/arrivals/x/y", { "x-api-key": "x", authorization: "y" }, bad), 404, "route_not_found"],
        [yield* post(ack("open"), { "x-api-key": "x", authorization: "y" }, bad), 400, "ambiguous_credentials"],
        [yield* post(ack("open"), { "x-api-key": "x" }, bad), 401, "invalid_api_key"],
        [yield* post(ack("open"), key("PA_service"), bad), 403, "auth_level_not_allowed"],
        [yield* post(ack("open"), yield* operator("OT_noorg"), bad), 403, "no_organization"],
        [yield* post(ack("open"), key("PADM"), bad), 403, "no_organization"],
        [yield* post(ack("open"), key("PA_partner_arrivals_read"), bad), 403, "insufficient_scope"],
        [yield* post(ack("open"), key("PA"), bad), 400, "idempotency_key_required"],
        [yield* post(ack("unknown"), used, bad), 400, "malformed_json"],
        [yield* post(ack("unknown"), used, '{"x":1}'), 400, "invalid_parameter"],
        [yield* post(ack("unknown"), used), 409, "idempotency_key_reused"],
        [yield* post(ack("unknown"), { ...key("PA"), "idempotency-key": "free" }), 404, "not_found"]
      ] as const
      for (const [answer, ...expected] of steps) assert.deepStrictEqual(statusAndCode(answer), expected)
    })
  )

  it.effect("PAR-038, REQUIREMENTS 0.3: an invalid query is 400 before the reach of its venues is checked", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      assert.deepStrictEqual(statusAndCode(yield* get("/arrivals?propertyIds=x&limit=0", key("PA"))), [
        400,
        "invalid_parameter"
      ])
      assert.deepStrictEqual(
        statusAndCode(yield* get("/arrivals?propertyIds=x&from=2026-05-02&to=2026-05-01", key("PA"))),
        [400, "invalid_parameter"]
      )
    })
  )
})
