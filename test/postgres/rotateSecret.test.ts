import { assert, it } from "@effect/vitest"
import { DateTime, Deferred, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { fulfillmentId } from "../../src/demo/fulfillmentPlan.ts"
import { PoolCodes } from "../../src/domain/codePools/PoolCodes.ts"
import { externalCodePurpose } from "../../src/domain/fulfillments/fulfillmentCodes.ts"
import { Fulfillments } from "../../src/domain/fulfillments/Fulfillments.ts"
import { resealAll } from "../../src/domain/secrets/resealAll.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { developmentSecret } from "../../src/domain/shared/developmentSecret.ts"
import { Vault } from "../../src/domain/shared/Vault.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as FulfillmentsLayer from "../../src/layers/repositories/FulfillmentsLayer.ts"
import * as PoolCodesLayer from "../../src/layers/repositories/PoolCodesLayer.ts"
import * as SealedValuesLayer from "../../src/layers/repositories/SealedValuesLayer.ts"
import * as VaultLayer from "../../src/layers/VaultLayer.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"

const former = Redacted.make(developmentSecret)
const present = Redacted.make("the present secret of thirty-two characters")

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const services = yield* Layer.build(
    Layer.mergeAll(
      SealedValuesLayer.layerSql,
      FulfillmentsLayer.layerSql,
      PoolCodesLayer.layerSql,
      AtomicLayer.layerSql
    ).pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({ url: Redacted.make(database.url), pool: 4, statementTimeout: Duration.seconds(20) })
      ),
      Layer.merge(VaultLayer.layer(present, [former]))
    )
  )
  return { database, services }
})

/** Adds a code to a pool, as a process with these secrets does; runs `then` before the transaction ends. */
const addCode = Effect.fnUntraced(function* (text: string, then: Effect.Effect<void> = Effect.void) {
  const vault = yield* Vault
  const id = 8503
  const xid = `${text} ${vault.currentKey}`
  const code = {
    xid,
    valueEnc: vault.seal(externalCodePurpose, xid, text),
    valueHash: vault.digest(externalCodePurpose, String(id), text),
    formerHashes: vault.formerDigests(externalCodePurpose, String(id), text)
  }
  const pool = { id, organizationId: organizationIds.A }
  const now = yield* DateTime.now
  const added = PoolCodes.use(({ insertMissing }) => insertMissing({ pool, codes: [code], now }))
  return (yield* atomically(Effect.tap(added, then))).size
})

postgres.describe("a rotation beside a serving process", () => {
  it.live("PAR-028: skips locked claims, and returns to them later", () =>
    Effect.gen(function* () {
      const { services } = yield* start
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

  it.live("PAR-114: a code uploaded at once to processes under both secrets is added once", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      yield* Effect.provideContext(
        Effect.gen(function* () {
          const [inserted, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const holding = Effect.andThen(Deferred.succeed(inserted, undefined), Deferred.await(release))
          const underFormer = yield* addCode("UPLOADED-TWICE", holding).pipe(
            Effect.provide(VaultLayer.layer(former, [present])),
            Effect.forkChild
          )
          yield* Deferred.await(inserted)
          const underPresent = yield* Effect.forkChild(addCode("UPLOADED-TWICE"))
          yield* Effect.raceFirst(eventually("the upload waits", isWaiting(database)), Fiber.join(underPresent))
          yield* Deferred.succeed(release, undefined)
          assert.deepStrictEqual([yield* Fiber.join(underFormer), yield* Fiber.join(underPresent)], [1, 0])
        }),
        services
      )
    })
  )
})
