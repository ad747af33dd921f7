import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import {
  addExpositions,
  countersOf,
  formatExposition,
  parseExposition
} from "../../../src/cli/server/workers/Exposition.ts"

const one = `# HELP requests Requests, "all" of them
# TYPE requests counter
requests{route="/a b",status="200"} 3
# TYPE waiting gauge
waiting 2
# TYPE seconds histogram
seconds_bucket{le="1"} 1
seconds_bucket{le="+Inf"} 2
seconds_sum 3.5
seconds_count 2
# TYPE effect_cluster_runners gauge
effect_cluster_runners 2
`

const other = `# TYPE waiting gauge
waiting 5
# HELP requests Requests, "all" of them
# TYPE requests counter
requests{route="/a b",status="200"} 4
requests{route="/a b",status="500"} 1
# TYPE effect_cluster_runners gauge
effect_cluster_runners 3
`

describe("Exposition", () => {
  it("adds counters, gauges and histograms, and takes the maximum of values that all workers share", () => {
    assert.strictEqual(
      formatExposition(addExpositions([parseExposition(one), parseExposition(other)])),
      `# HELP requests Requests, "all" of them
# TYPE requests counter
requests{route="/a b",status="200"} 7
requests{route="/a b",status="500"} 1
# TYPE waiting gauge
waiting 7
# TYPE seconds histogram
seconds_bucket{le="1"} 1
seconds_bucket{le="+Inf"} 2
seconds_sum 3.5
seconds_count 2
# TYPE effect_cluster_runners gauge
effect_cluster_runners 3
`
    )
  })

  it("does not modify its arguments", () => {
    const first = parseExposition(one)
    addExpositions([first, parseExposition(other)])
    assert.strictEqual(formatExposition(first), one)
  })

  it("keeps the counters of a process that ended", () => {
    assert.deepStrictEqual([...countersOf(parseExposition(one)).keys()], ["requests", "seconds"])
  })

  it.effect("parses the service's output without loss", () =>
    Effect.gen(function* () {
      Metric.counter("a", { description: "A\nB", attributes: { path: 'x "y" {z} 1' } }).updateUnsafe(2, Context.empty())
      Metric.gauge("b").updateUnsafe(Number.POSITIVE_INFINITY, Context.empty())
      Metric.histogram("c", { boundaries: [0.5, 1] }).updateUnsafe(0.7, Context.empty())
      const text = yield* PrometheusMetrics.format()
      assert.strictEqual(formatExposition(parseExposition(text)), text.replace("+Inf\n", "Inf\n"))
    })
  )
})
