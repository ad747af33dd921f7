import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { verifyLedger } from "../../src/domain/verify/verifyLedger.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { atTime } from "../support/atTime.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { playAtOnce } from "../support/history/history.ts"
import { histories } from "../support/history/historyEvents.ts"
import { forAll, layerMemory, layerSql, loadMemory, loadSql, outcomeOf } from "../support/history/historyStores.ts"
import { postgres } from "../support/servers/servers.ts"

const start = Effect.gen(function* () {
  const { url } = yield* migratedDatabase
  const settings = { url: Redacted.make(url), pool: 8, statementTimeout: Duration.seconds(20) }
  const database = yield* Layer.build(layerSql(DatabaseLayer.layerServer(settings)))
  return { database, memory: yield* Layer.build(layerMemory) }
})

postgres.describe("histories of wallets on PostgreSQL", () => {
  it.live(
    "MEM-087, MEM-094: any history has the same outcome in memory and on PostgreSQL, and the ledger is consistent",
    () =>
      Effect.gen(function* () {
        const { database, memory } = yield* start
        yield* forAll(histories, 12, (events) =>
          Effect.gen(function* () {
            const expected = yield* Effect.andThen(loadMemory(), outcomeOf(events)).pipe(Effect.provideContext(memory))
            const found = yield* Effect.andThen(loadSql(), outcomeOf(events)).pipe(Effect.provideContext(database))
            assert.deepStrictEqual(found, expected)
            assert.deepStrictEqual(found.findings, [])
          })
        )
      })
  )

  it.live("MEM-087, DOMAIN 5.1: the ledger is consistent after concurrent events", () =>
    Effect.gen(function* () {
      const { database } = yield* start
      yield* forAll(histories, 8, (events) =>
        Effect.gen(function* () {
          yield* loadSql()
          const { now, outcomes } = yield* playAtOnce(events, 6)
          const { findings } = yield* atTime(DateTime.add(now, { minutes: 1 }))(verifyLedger())
          assert.deepStrictEqual(findings, [], outcomes.join("\n"))
        }).pipe(Effect.provideContext(database))
      )
    })
  )
})
