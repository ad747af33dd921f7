import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Readiness } from "../../../src/domain/shared/Readiness.ts"
import { captureLogs } from "../../support/logs.ts"
import * as Service from "../../support/service.ts"

const logs = captureLogs()

layer(Service.layer().pipe(Layer.provide(logs.layer)))("probes of a healthy process", (it) => {
  it.effect("GEN-012 says that it is up and ready, to anybody, and shows no data", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const live = yield* call("GET", "/livez")
      assert.deepStrictEqual([live.status, live.body], [200, { status: "ok" }])
      const ready = yield* call("GET", "/readyz")
      assert.deepStrictEqual(
        [ready.status, ready.body],
        [200, { status: "ready", checks: { database: true, rateLimits: true } }]
      )
      for (const { headers } of [live, ready]) {
        assert.strictEqual(headers.get("content-type"), "application/json")
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.isNotNull(headers.get("x-request-id"))
      }
    })
  )

  it.effect("GEN-012 does not fill the log with its probes", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      logs.clear()
      yield* call("GET", "/livez")
      yield* call("GET", "/readyz")
      yield* call("GET", "/metrics")
      assert.deepStrictEqual(logs.lines(), [])
    })
  )

  it.effect("GEN-007 answers what probes do not take in the plain shape", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const path of ["/livez", "/readyz", "/metrics"]) {
        const answer = yield* call("POST", path)
        assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "GET"])
        assert.strictEqual(answer.at("statusCode"), 405)
      }
      const unknown = yield* call("GET", "/nothing")
      assert.deepStrictEqual(
        [unknown.status, unknown.at("statusCode"), unknown.at("code")],
        [404, 404, "route_not_found"]
      )
    })
  )
})

layer(
  Service.layer({
    replace: (services) =>
      Context.add(services, Readiness, Readiness.of({ check: Effect.succeed({ database: false, rateLimits: true }) }))
  })
)("probes while the database is away", (it) => {
  it.effect("GEN-012 says that it is up, and not ready", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      assert.strictEqual((yield* call("GET", "/livez")).status, 200)
      const ready = yield* call("GET", "/readyz")
      assert.deepStrictEqual(
        [ready.status, ready.body],
        [503, { status: "not ready", checks: { database: false, rateLimits: true } }]
      )
    })
  )
})
