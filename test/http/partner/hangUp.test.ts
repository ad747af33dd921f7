import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { TestClock } from "effect/testing"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { Arrivals } from "../../../src/domain/arrivals/Arrivals.ts"
import { key, partner } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const task = `/arrivals/${demoIds.arrivals["open"]}`

/** Acknowledgements take 300 ms of wall-clock time. */
const slow = Service.layer({
  replace: (services) => {
    const arrivals = Context.get(services, Arrivals)
    return Context.add(
      services,
      Arrivals,
      Arrivals.of({
        ...arrivals,
        updateAcknowledgement: (of) => Effect.delay(arrivals.updateAcknowledgement(of), "300 millis")
      })
    )
  }
})

layer(slow)("client disconnect", (it) => {
  it.effect("PAR-117, PAR-127: a write completes after its client hangs up, and a retry gets the stored response", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const { baseUrl } = yield* Service.Service
      const headers = { ...key("PA"), "idempotency-key": "hung up" }
      const request = fetch(`${baseUrl}/v1/partner${task}/ack`, {
        method: "POST",
        headers,
        signal: AbortSignal.timeout(100)
      })
      const outcome = yield* Effect.promise(() =>
        request.then(
          () => "answered",
          () => "hung up"
        )
      )
      assert.strictEqual(outcome, "hung up")
      assert.strictEqual((yield* get(task, key("PA"))).at("acknowledgedAt"), null)
      yield* TestClock.withLive(Effect.sleep("600 millis"))
      const after = yield* get(task, key("PA"))
      assert.strictEqual(after.at("status"), "acknowledged")
      const retried = yield* post(`${task}/ack`, headers)
      assert.deepStrictEqual(
        [retried.status, retried.headers.get("x-idempotent-replay"), retried.body],
        [200, "true", after.body]
      )
    })
  )
})
