import { assert, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { fulfillmentId } from "../../src/demo/fulfillmentPlan.ts"
import { Fulfillments } from "../../src/domain/fulfillments/Fulfillments.ts"
import { resealAll } from "../../src/domain/secrets/resealAll.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import { developmentSecret } from "../../src/domain/shared/developmentSecret.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as FulfillmentsLayer from "../../src/layers/repositories/FulfillmentsLayer.ts"
import * as SealedValuesLayer from "../../src/layers/repositories/SealedValuesLayer.ts"
import * as VaultLayer from "../../src/layers/VaultLayer.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

const start = Effect.gen(function* () {
  const { url } = yield* demoDatabase
  const services = yield* Layer.build(
    Layer.mergeAll(SealedValuesLayer.layerSql, FulfillmentsLayer.layerSql, AtomicLayer.layerSql).pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 4, statementTimeout: Duration.seconds(5) })
      ),
      Layer.merge(
        VaultLayer.layer(Redacted.make("the present secret of thirty-two characters"), [
          Redacted.make(developmentSecret)
        ])
      )
    )
  )
  return services
})

postgres.describe("a rotation beside a serving process", () => {
  it.live("PAR-028: skips locked claims, and returns to them later", () =>
    Effect.gen(function* () {
      const services = yield* start
      yield* Effect.provideContext(
        Effect.gen(function* () {
          const [locked, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const command = yield* Effect.forkChild(
            atomically(
              Effect.gen(function* () {
                yield* Fulfillments.use((all) => all.getForUpdate({ id: fulfillmentId("claimed"), everywhere: true }))
                yield* Deferred.succeed(locked, undefined)
                yield* Deferred.await(release)
              })
            )
          )
          yield* Deferred.await(locked)
          const seen: Array<number> = []
          const result = yield* resealAll((state) => {
            seen.push(state.busy)
            return state.kind === "verificationCode" ? Deferred.succeed(release, undefined) : Effect.void
          })
          yield* Fiber.join(command)
          assert.strictEqual(seen[0], 1)
          assert.deepStrictEqual(
            result.map(({ busy, unopened }) => [busy, unopened]),
            result.map(() => [0, 0])
          )
          assert.isNotEmpty(result)
        }),
        services
      )
    })
  )
})
