import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { RebuildRequests } from "../../src/domain/arrivals/RebuildRequests.ts"
import * as RebuildRequestsLayer from "../../src/layers/jobs/RebuildRequestsLayer.ts"
import { runRequestedRebuilds } from "../../src/layers/jobs/runRequestedRebuilds.ts"

/** Requested runs of `millis` milliseconds each; `seen` counts those begun, running, and the most running at once. */
const following = Effect.fnUntraced(function* (millis: number, each: Effect.Effect<void> = Effect.void) {
  const seen = { began: 0, running: 0, atOnce: 0 }
  const run = Effect.gen(function* () {
    seen.began++
    seen.running++
    seen.atOnce = Math.max(seen.atOnce, seen.running)
    yield* Effect.sleep(millis)
    yield* each
    seen.running--
    return { rebuilt: 1 }
  })
  yield* Effect.forkScoped(runRequestedRebuilds(run))
  const { request } = yield* RebuildRequests
  return { request, seen }
})

const provided = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  test.pipe(Effect.provide([RebuildRequestsLayer.layer, Logger.layer([])]))

describe("requested rebuilds of arrival tasks", () => {
  it.effect("DOMAIN 6.2, A-123: run at once after a request, and again for a transaction that commits later", () =>
    provided(
      Effect.gen(function* () {
        const { request, seen } = yield* following(0)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(seen.began, 0)
        yield* request
        yield* TestClock.adjust("50 millis")
        assert.strictEqual(seen.began, 1)
        yield* TestClock.adjust("350 millis")
        assert.isAtLeast(seen.began, 3)
        yield* TestClock.adjust("1 minute")
        const { began } = seen
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(seen.began, began)
      })
    )
  )

  it.effect("A-123: run one at a time; requests during a run cause one more, after a pause as long as that run", () =>
    provided(
      Effect.gen(function* () {
        const { request, seen } = yield* following(1000)
        yield* request
        yield* TestClock.adjust("500 millis")
        for (let n = 0; n < 50; n++) yield* request
        yield* TestClock.adjust("600 millis")
        assert.deepStrictEqual(seen, { began: 1, running: 0, atOnce: 1 })
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(seen, { began: 2, running: 1, atOnce: 1 })
        yield* TestClock.adjust("1 minute")
        assert.isAtMost(seen.began, 8)
        assert.strictEqual(seen.atOnce, 1)
      })
    )
  )

  it.effect("A-123: continue after a run that failed", () =>
    provided(
      Effect.gen(function* () {
        const { request, seen } = yield* following(0, Effect.die(new Error("no database")))
        yield* request
        yield* TestClock.adjust("1 minute")
        const { began } = seen
        yield* request
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(seen.began, 2 * began)
      })
    )
  )
})
