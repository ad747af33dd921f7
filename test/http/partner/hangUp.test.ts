import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Layer } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { Arrivals } from "../../../src/domain/arrivals/Arrivals.ts"
import { eventually } from "../../support/eventually.ts"
import { key, partner } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const task = `/arrivals/${demoIds.arrivals["open"]}`

/** An acknowledgement under way, and what lets it go on. */
class Held extends Context.Service<
  Held,
  { readonly begun: Deferred.Deferred<void>; readonly release: Deferred.Deferred<void> }
>()("test/http/partner/Held") {}

const held = Layer.effect(Held, Effect.all({ begun: Deferred.make<void>(), release: Deferred.make<void>() }))

const service = Layer.unwrap(
  Effect.map(Held, ({ begun, release }) =>
    Service.layer({
      replace: (services) => {
        const arrivals = Context.get(services, Arrivals)
        return Context.add(
          services,
          Arrivals,
          Arrivals.of({
            ...arrivals,
            updateAcknowledgement: (of) =>
              Deferred.succeed(begun, undefined).pipe(
                Effect.andThen(Deferred.await(release)),
                Effect.andThen(arrivals.updateAcknowledgement(of))
              )
          })
        )
      }
    })
  )
).pipe(Layer.provideMerge(held))

layer(service, { excludeTestServices: true })("client disconnect", (it) => {
  it.effect("PAR-117, PAR-127: a write completes after its client hangs up, and a retry gets the stored response", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const { baseUrl } = yield* Service.Service
      const { begun, release } = yield* Held
      const headers = { ...key("PA"), "idempotency-key": "hung up" }
      const client = new AbortController()
      const request = fetch(`${baseUrl}/v1/partner${task}/ack`, {
        method: "POST",
        headers,
        signal: client.signal
      })
      yield* Deferred.await(begun)
      client.abort()
      const outcome = yield* Effect.promise(() =>
        request.then(
          () => "answered",
          () => "hung up"
        )
      )
      assert.strictEqual(outcome, "hung up")
      assert.strictEqual((yield* get(task, key("PA"))).at("acknowledgedAt"), null)
      yield* Deferred.succeed(release, undefined)
      const isAcknowledged = Effect.map(get(task, key("PA")), (read) => read.at("status") === "acknowledged")
      yield* eventually("the write completes", isAcknowledged)
      const after = yield* get(task, key("PA"))
      const retried = yield* post(`${task}/ack`, headers)
      assert.deepStrictEqual(
        [retried.status, retried.headers.get("x-idempotent-replay"), retried.body],
        [200, "true", after.body]
      )
    })
  )
})
