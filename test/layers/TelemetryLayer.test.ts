import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { ChatPosts } from "../../src/domain/chat/ChatPosts.ts"
import { Venues } from "../../src/domain/venues/Venues.ts"
import { httpMetrics } from "../../src/http/surface/httpMetrics.ts"
import { requestOf } from "../../src/http/surface/observe.ts"
import * as ChatPostsLayer from "../../src/layers/ChatPostsLayer.ts"
import * as TelemetryLayer from "../../src/layers/TelemetryLayer.ts"
import { captureLogs } from "../support/logs.ts"
import { type OtlpCollector, otlpCollector } from "../support/servers/OtlpCollector.ts"
import * as Service from "../support/http/service.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const parentId = "b7ad6b7169203331"

/** The attributes of a span or of a resource by name, values without their types. */
const attributesOf = (of: unknown): Record<string, unknown> => {
  const attributes = Service.each(of, "attributes").map(Service.recordOf)
  return Object.fromEntries(
    attributes.map(({ key, value }) => [String(key), Object.values(Service.recordOf(value))[0]])
  )
}

const listAt = (value: unknown, path: string): ReadonlyArray<unknown> => {
  const list = Service.at(value, path)
  return Array.isArray(list) ? list : []
}

const spansOf = (collector: OtlpCollector) =>
  collector.bodies("traces").flatMap((body) => listAt(body, "resourceSpans.0.scopeSpans.0.spans"))

const named = (spans: ReadonlyArray<unknown>, name: string) => {
  const span = spans.find((one) => Service.at(one, "name") === name)
  assert.isDefined(span, `no span ${name} among ${spans.map((one) => Service.at(one, "name")).join()}`)
  return span
}

const broken = Service.layer({
  sharesMetrics: true,
  replace: (services) =>
    Context.add(services, Venues, {
      ...Context.get(services, Venues),
      list: () => Effect.die(new Error(`value "Guest One wrote this" does not fit`))
    })
})

/** Sends requests to a service that exports to a collector, and stops the service. */
const exported = Effect.gen(function* () {
  const collector = yield* otlpCollector
  const logs = captureLogs()
  const telemetry = TelemetryLayer.layer({ endpoint: collector.endpoint, environment: "development", about: requestOf })
  yield* Effect.gen(function* () {
    const { call } = yield* Service.Service
    const headers = { authorization: `Bearer ${hubKeys.KH_brands}`, "x-request-id": "traced-1" }
    const traceparent = `00-${traceId}-${parentId}-01`
    yield* call("GET", "/api/external/v1/brands?limit=2", { headers: { ...headers, traceparent } })
    yield* call("GET", "/v1/partner/scope", { headers: { "x-api-key": partnerKeys.PA, "x-request-id": "traced-2" } })
    yield* call("GET", "/v1/public/nothing", { headers: { "x-request-id": "traced-3" } })
    yield* call("POST", "/api/providers/chat/nobody/events", { headers: { "x-request-id": "traced-4" } })
  }).pipe(
    Effect.provide(broken),
    Effect.withSpan("process"),
    Effect.provide(telemetry.pipe(Layer.provideMerge(logs.layer))),
    Effect.scoped
  )
  return { collector, lines: logs.lines() }
})

describe("TelemetryLayer", () => {
  it.live("GEN-013: continues the caller's trace, names routes, and marks failed requests", () =>
    Effect.gen(function* () {
      const { collector, lines } = yield* exported
      const spans = spansOf(collector)
      const brands = named(spans, "GET /api/external/v1/brands")
      assert.deepStrictEqual(
        ["traceId", "parentSpanId", "kind", "status.code"].map((path) => Service.at(brands, path)),
        [traceId, parentId, 2, 1]
      )
      const attributes = attributesOf(brands)
      assert.deepInclude(attributes, {
        "http.request.method": "GET",
        "http.route": "/api/external/v1/brands",
        "hub.request_id": "traced-1"
      })
      assert.strictEqual(Number(attributes["http.response.status_code"]), 200)
      const inner = named(spans, "listBrands")
      assert.strictEqual(Service.at(inner, "traceId"), traceId)

      const scope = named(spans, "GET /v1/partner/scope")
      assert.strictEqual(Service.at(scope, "status.code"), 2)
      assert.match(String(Service.at(scope, "traceId")), /^[0-9a-f]{32}$/)

      const unknown = named(spans, "GET")
      const callback = named(spans, "POST /api/providers/chat/:installationId/events")
      assert.strictEqual(Service.at(named(spans, "receiveChatEvent"), "parentSpanId"), Service.at(callback, "spanId"))
      const processTrace = Service.at(named(spans, "process"), "traceId")
      const traces = [traceId, ...[scope, unknown, callback].map((span) => Service.at(span, "traceId")), processTrace]
      assert.strictEqual(new Set(traces).size, 5)

      const requests = lines.filter(({ fields }) => fields["message"] === "request")
      assert.deepStrictEqual(
        requests.map(({ fields }) => [fields["requestId"], fields["traceId"]]),
        [
          ["traced-1", traceId],
          ["traced-2", Service.at(scope, "traceId")],
          ["traced-3", Service.at(unknown, "traceId")],
          ["traced-4", Service.at(callback, "traceId")]
        ]
      )
      const resource = attributesOf(Service.at(collector.bodies("traces")[0], "resourceSpans.0.resource"))
      assert.strictEqual(resource["service.name"], "hospitality-hub")
      assert.strictEqual(resource["deployment.environment.name"], "development")
    })
  )

  it.live("GEN-009, GEN-013: exports logs and metrics too, without keys, queries and values of errors", () =>
    Effect.gen(function* () {
      const { collector } = yield* exported
      const logs = JSON.stringify(collector.bodies("logs"))
      for (const word of ["traced-1", "traced-2", "Unexpected failure", "/api/external/v1/brands"]) {
        assert.include(logs, word)
      }
      assert.include(JSON.stringify(collector.bodies("metrics")), httpMetrics.requests.name)
      for (const word of [hubKeys.KH_brands, partnerKeys.PA, "Guest One wrote this", "limit=2"]) {
        assert.notInclude(collector.text(), word)
      }
    })
  )

  it.live("GEN-009: exports an outgoing call without its address, which can be a secret", () =>
    Effect.gen(function* () {
      const collector = yield* otlpCollector
      const addresses = [collector.endpoint, "http://127.0.0.1:9"].map(
        (host) => `${host}/once/for-one-user?token=secret`
      )
      yield* Effect.forEach(addresses, (address) => ChatPosts.use(({ post }) => post(address, "An answer"))).pipe(
        Effect.withSpan("answers"),
        Effect.provide(
          ChatPostsLayer.layer.pipe(
            Layer.provideMerge(TelemetryLayer.layer({ endpoint: collector.endpoint, environment: "development" }))
          )
        ),
        Effect.scoped
      )
      const calls = spansOf(collector).filter((span) => Service.at(span, "name") === "POST")
      assert.deepStrictEqual(
        calls.map((call) => attributesOf(call)["server.address"]),
        ["127.0.0.1", "127.0.0.1"]
      )
      for (const word of ["for-one-user", "token=", "secret"]) {
        assert.notInclude(JSON.stringify(collector.bodies("traces")), word)
      }
    })
  )

  it.live("GEN-013: keeps serving when the collector is down", () =>
    Effect.gen(function* () {
      const telemetry = TelemetryLayer.layer({ endpoint: "http://127.0.0.1:9", environment: "development" })
      const call = Service.Service.use((service) => service.call("GET", "/livez"))
      const away = yield* call.pipe(Effect.provide(Service.layer().pipe(Layer.provide(telemetry))), Effect.scoped)
      assert.strictEqual(away.status, 200)
    })
  )
})
