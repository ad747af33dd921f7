import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { histories } from "../../support/history/historyEvents.ts"
import { forAll, layerMemory, layerSql, loadMemory, loadSql, outcomeOf } from "../../support/history/historyStores.ts"
import * as Postgres from "../../support/servers/Postgres.ts"

describe("histories of wallets", () => {
  it.live("DOMAIN 4, DOMAIN 4.3, DOMAIN 5.1: verifying the books finds nothing after any history", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(layerMemory)
      yield* forAll(histories, 150, (events) =>
        Effect.gen(function* () {
          yield* loadMemory()
          const { findings, outcomes } = yield* outcomeOf(events)
          assert.deepStrictEqual(findings, [], outcomes.join("\n"))
        })
      ).pipe(Effect.provideContext(memory))
    })
  )

  it.live("MEM-087, MEM-094: any history has the same outcome in memory and in a database", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(layerMemory)
      const database = yield* Layer.build(layerSql(Postgres.layer))
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
})
