import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { verifyLedger } from "../../../src/domain/verify/verifyLedger.ts"
import type { Transactions } from "../../../src/layers/database/Transactions.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import { insertDataset, removeEverything } from "../../../src/sql/DatasetSql.ts"
import { atTime } from "../atTime.ts"
import { type Event, play } from "./history.ts"
import { booksOf } from "./historyBooks.ts"
import { historyDataset } from "../datasets/historyDataset.ts"
import { twin } from "../memberServices.ts"

/** The services over memory, with the memory itself. */
export const layerMemory = twin.layerMemory.pipe(Layer.provideMerge(Memory.layer))

/** The services over a database, with the database itself. */
export const layerSql = <E, R>(database: Layer.Layer<SqlClient.SqlClient | Transactions, E, R>) =>
  twin.layerSql.pipe(Layer.provideMerge(database))

/** Resets the memory to the start of every history. */
export const loadMemory = (dataset: Dataset = historyDataset) => Memory.Memory.use((memory) => memory.load(dataset))

/** Resets the database to the start of every history. */
export const loadSql = (dataset: Dataset = historyDataset) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(Effect.andThen(removeEverything(), insertDataset(dataset)))
  ).pipe(Effect.orDie)

/** The outcome of each event, the final contents of the tables, and their inconsistencies. */
export const outcomeOf = Effect.fnUntraced(function* (events: ReadonlyArray<Event>) {
  const { now, outcomes } = yield* play(events)
  const { findings } = yield* atTime(now)(verifyLedger())
  return { outcomes, findings, books: yield* booksOf(now) }
})

/** Runs an effect for a number of generated values. */
export const forAll = <A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  numRuns: number,
  each: (value: A) => Effect.Effect<void, E, R>
) =>
  Effect.flatMap(Effect.context<R>(), (context) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(arbitrary, (value) => Effect.runPromise(Effect.provideContext(each(value), context))),
        { numRuns }
      )
    )
  )
