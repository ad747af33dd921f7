import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../../support/http/service.ts"

const scrape = (headers: Record<string, string> = {}) =>
  Service.Service.use(({ call }) => call("GET", "/metrics", { headers }))

const token = "a-token-of-the-scraper"

const documents = ["/api/external/v1/openapi.json", "/v1/partner/docs", "/v1/public/openapi.json"]

layer(Service.layer())("metrics without a token", (it) => {
  it.effect("GEN-012: are readable from the same host only; other addresses get 404", () =>
    Effect.gen(function* () {
      for (const address of ["127.0.0.1", "::1"]) {
        assert.strictEqual((yield* scrape({ "x-forwarded-for": address })).status, 200, address)
      }
      for (const address of ["203.0.113.9", "10.0.0.1", "::ffff:203.0.113.9", "2001:db8::1"]) {
        const { at, status } = yield* scrape({ "x-forwarded-for": address })
        assert.deepStrictEqual([status, at("code")], [404, "route_not_found"], address)
      }
    })
  )
})

layer(Service.layer({ environment: { HUB_METRICS_TOKEN: token } }))("metrics with a token", (it) => {
  it.effect("GEN-012: are readable with the token from any address, else 401", () =>
    Effect.gen(function* () {
      const elsewhere = { "x-forwarded-for": "203.0.113.9" }
      const { call } = yield* Service.Service
      yield* call("GET", "/v1/public/nothing")
      for (const authorization of [`Bearer ${token}`, `bearer ${token}`]) {
        const { status, text } = yield* scrape({ ...elsewhere, authorization })
        assert.strictEqual(status, 200)
        assert.include(text, "hub_http_requests_total")
      }
      for (const authorization of [
        undefined,
        "Bearer",
        `Bearer ${token}x`,
        `Bearer ${token.slice(1)}`,
        `Basic ${token}`
      ]) {
        const { at, headers, status } = yield* scrape(authorization === undefined ? {} : { authorization })
        assert.deepStrictEqual([status, at("code")], [401, "invalid_credential"], authorization)
        assert.strictEqual(headers.get("www-authenticate"), "Bearer")
      }
    })
  )
})

layer(Service.layer({ environment: { HUB_LIMIT_ADDRESS: "5" } }))("probes, metrics and documents", (it) => {
  for (const [index, path] of ["/livez", "/readyz", "/metrics", ...documents].entries()) {
    it.effect(`HUB-090: ${path} has a limit per address apart from the endpoints', with a 429 in its own shape`, () =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        const headers = { "x-forwarded-for": path === "/metrics" ? "127.0.0.1" : `203.0.113.${index}` }
        const get = call("GET", path, { headers })
        for (let times = 0; times < 5; times++) assert.notStrictEqual((yield* get).status, 429)
        const refused = yield* get
        assert.strictEqual(refused.status, 429)
        assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d?$/)
        assert.match(refused.headers.get("ratelimit-policy") ?? "", /^"system";q=5;w=60$/)
        assert.strictEqual(refused.at("code"), "rate_limited")
        assert.strictEqual(refused.at("status"), path.startsWith("/api/external") ? 429 : undefined)
        assert.strictEqual((yield* call("GET", "/api/external/v1/brands", { headers })).status, 401)
      })
    )
  }

  it.effect("GEN-006: every answer has the nosniff and no-referrer headers", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const path of ["/livez", "/nothing", "/api/external/v1/brands", ...documents]) {
        const { headers } = yield* call("GET", path, { headers: { "x-forwarded-for": "203.0.113.99" } })
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
        assert.strictEqual(headers.get("referrer-policy"), "no-referrer", path)
      }
    })
  )
})
