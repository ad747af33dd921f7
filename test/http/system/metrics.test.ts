import { assert, layer } from "@effect/vitest"
import { Context, Effect, Metric } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { allMetrics, metricsTable } from "../../../scripts/metricsTable.ts"
import { keyHeader, claim, freshKey, layer as messagingLayer, poll, send } from "../../support/messaging.ts"
import { key, partner } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const scrape = Effect.gen(function* () {
  const { call } = yield* Service.Service
  const { headers, status, text } = yield* call("GET", "/metrics")
  assert.deepStrictEqual([status, headers.get("content-type")], [200, "text/plain; version=0.0.4; charset=utf-8"])
  const lines = text.split("\n")
  return {
    types: new Map(
      lines.flatMap((line) => {
        const [, name, kind] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
        return name === undefined ? [] : [[name, kind]]
      })
    ),
    value: (series: string) => {
      const line = lines.find((one) => one.startsWith(`${series} `))
      return line === undefined ? undefined : Number(line.slice(series.length + 1))
    }
  }
})

layer(messagingLayer({ dataset: demoDataset }))("metrics", (it) => {
  it.effect("HUB-051: exposes exactly the documented metrics, with their documented types", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      // Metrics of other code in this process are not exposed.
      Metric.counter("of_another_service").updateUnsafe(1, Context.empty())
      yield* call("GET", "/api/external/v1/brands", { headers: keyHeader("KH_brands") })
      const { types } = yield* scrape
      assert.deepStrictEqual(
        Object.fromEntries(types),
        Object.fromEntries(allMetrics.map((one) => [one.name, one.kind]))
      )
      for (const { kind, name } of allMetrics) assert.include(metricsTable(), `| \`${name}\` | ${kind} |`)
    })
  )

  it.effect("GEN-013: counts responses by route, method and status, and requests in flight by route and method", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const labels = `route="/api/external/v1/brands",method="GET",status="401"`
      const before = (yield* scrape).value(`hub_http_requests_total{${labels}}`) ?? 0
      yield* call("GET", "/api/external/v1/brands")
      yield* call("GET", "/api/external/v1/brands?cursor=none")
      const { value } = yield* scrape
      assert.strictEqual(value(`hub_http_requests_total{${labels}}`), before + 2)
      assert.strictEqual(value(`hub_http_request_duration_seconds_count{${labels}}`), before + 2)
      assert.strictEqual(value(`hub_http_requests_in_flight{route="/api/external/v1/brands",method="GET"}`), 0)
      assert.strictEqual(value(`hub_http_requests_in_flight{route="/metrics",method="GET"}`), 1)
    })
  )

  it.effect("HUB-071, PAR-117: counts the outcomes of writes with an Idempotency-Key", () =>
    Effect.gen(function* () {
      const outcome = (surface: string, name: string) => `hub_idempotency_total{surface="${surface}",outcome="${name}"}`
      const before = yield* scrape
      const headers = { "idempotency-key": freshKey() }
      yield* send("KH_all", claim("unowned3"), { headers })
      yield* send("KH_all", claim("unowned3"), { headers })
      yield* send("KH_all", claim("unowned3", 2), { headers })
      const { get, post } = yield* partner
      const [taskId] = (yield* get("/arrivals", key("PA"))).each("items", "taskId")
      const write = { ...key("PA"), "idempotency-key": crypto.randomUUID() }
      yield* post(`/arrivals/${taskId}/ack`, write)
      yield* post(`/arrivals/${taskId}/ack`, write)
      const after = yield* scrape
      for (const surface of ["hub", "partner"]) {
        for (const name of ["executed", "replayed", "conflict"]) {
          const series = outcome(surface, name)
          const more = surface === "partner" && name === "conflict" ? 0 : 1
          assert.strictEqual(after.value(series), (before.value(series) ?? 0) + more, series)
        }
      }
    })
  )

  it.effect("HUB-044, HUB-090: measures the lag of each event once, and counts decisions of limits", () =>
    Effect.gen(function* () {
      yield* poll("KH_all")
      const before = yield* scrape
      yield* send("KH_all", claim("unowned4"))
      yield* poll("KH_all")
      yield* poll("KH_all")
      const after = yield* scrape
      const count = "hub_event_lag_seconds_count"
      assert.strictEqual(after.value(count), (before.value(count) ?? 0) + 1)
      const series = `hub_rate_limit_decisions_total{policy="hub-transition",outcome="passed"}`
      assert.strictEqual(after.value(series), (before.value(series) ?? 0) + 1)
    })
  )
})
