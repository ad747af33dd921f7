import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { MetricsOfWorkers } from "../../../src/cli/server/workers/MetricsOfWorkers.ts"

const text = (requests: number, waiting: number) =>
  `# TYPE requests counter\nrequests ${requests}\n# TYPE waiting gauge\nwaiting ${waiting}\n`

/** A worker that answers each collection with the current result of `own`. */
const answering = (metrics: MetricsOfWorkers, id: number, own: () => string) => ({
  id,
  collect: (collection: number) => metrics.report(id, { collection, own: own() })
})

describe("MetricsOfWorkers", () => {
  it.effect("adds the metrics of all running workers", () =>
    Effect.gen(function* () {
      const metrics = new MetricsOfWorkers()
      metrics.update(1, text(1, 1))
      const others = [answering(metrics, 2, () => text(2, 2)), answering(metrics, 3, () => text(3, 3))]
      assert.strictEqual(yield* metrics.total(others), text(6, 6))
    })
  )

  it.effect("uses the last metrics of a worker that does not answer within a second", () =>
    Effect.gen(function* () {
      const metrics = new MetricsOfWorkers()
      metrics.update(1, text(1, 1))
      metrics.update(2, text(5, 2))
      const waiting = yield* Effect.forkChild(metrics.total([{ id: 2, collect: () => {} }]))
      yield* TestClock.adjust("999 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(waiting), text(6, 3))
    })
  )

  it.effect("keeps the counters but not the gauges of a worker that ended, even during a collection", () =>
    Effect.gen(function* () {
      const metrics = new MetricsOfWorkers()
      metrics.update(1, text(1, 1))
      metrics.update(2, text(5, 2))
      const ending = [{ id: 2, collect: () => metrics.forget(2) }]
      assert.strictEqual(yield* metrics.total(ending), text(6, 1))
      assert.strictEqual(yield* metrics.total([answering(metrics, 3, () => text(1, 4))]), text(7, 5))
    })
  )
})
