import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { homeAt, homeCount, homesDataset, modelStart } from "../../support/model/homes.ts"
import { makeSession } from "../../support/model/commands.ts"
import { modelOf } from "../../support/model/Model.ts"
import { begin, finish, modelHistories } from "../../support/model/modelHistories.ts"
import { layerMemory, layerSql, loadMemory, loadSql } from "../../support/history/historyStores.ts"
import * as Postgres from "../../support/servers/Postgres.ts"

/** Number of histories and their seed, which differs with DATABASE_URL so that both runs play different ones. */
const histories = Number(process.env["HISTORIES"] ?? "250")
const seed = Number(process.env["HISTORIES_SEED"] ?? (process.env["DATABASE_URL"] === undefined ? "13" : "31"))

const timeLimit = 60_000 + histories * 2000

const parameters = {
  numRuns: histories,
  // A failure found before the time limit is reported as far as it was shrunk.
  interruptAfterTimeLimit: timeLimit,
  markInterruptAsFailure: true,
  includeErrorInReport: true,
  seed
}

const stores = Effect.gen(function* () {
  const memory = yield* Layer.build(layerMemory)
  const database = yield* Layer.build(layerSql(Postgres.layer))
  return {
    sessions: () => [
      makeSession("memory", (effect) => Effect.runPromise(Effect.provideContext(effect, memory))),
      makeSession("database", (effect) => Effect.runPromise(Effect.provideContext(effect, database)))
    ],
    reset: Effect.andThen(
      Effect.provideContext(loadMemory(homesDataset), memory),
      Effect.provideContext(loadSql(homesDataset), database)
    )
  }
})

describe("histories of the model", () => {
  it.live(
    "MEM-087, PAR-131, DOMAIN 8.3: any commands have the same outcome in memory and in a database, as the model predicts",
    () =>
      Effect.gen(function* () {
        const { reset, sessions } = yield* stores
        let played = 0
        let home = 0
        // Jobs see what earlier histories left, so time goes on from one to the next.
        let now = modelStart
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(modelHistories, async (commands) => {
              if (home === 0) {
                await Effect.runPromise(reset)
                now = modelStart
              }
              played += 1
              const [model, both] = [modelOf(homeAt(home), now), sessions()]
              const following = (home + 1) % homeCount
              // If this history fails, everything is loaded again: the stores may differ from here on.
              home = 0
              await begin(model, both)
              await fc.asyncModelRun(() => ({ model, real: both }), commands)
              await finish(model, both)
              home = following
              now = model.now
            }),
            parameters
          )
        )
        assert.isAtLeast(played, histories)
      }),
    timeLimit + 60_000
  )
})
