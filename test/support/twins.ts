import { assert, layer, type Vitest } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type SqlClient, Statement } from "effect/sql"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import type { Atomic } from "../../src/domain/shared/Atomic.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"
import type { Transactions } from "../../src/layers/database/Transactions.ts"
import * as Memory from "../../src/layers/memory/Memory.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import * as Postgres from "./servers/Postgres.ts"
import { unboundStatements } from "./unboundStatements.ts"

type OverSql<R> = Layer.Layer<R, never, SqlClient.SqlClient | Transactions>

/**
 * Runs one contract against a layer over a database that holds `dataset`. Fails at the end if any statement that it ran
 * lacked a tenant condition.
 */
export const overSql = <R>(
  name: string,
  layerSql: OverSql<R>,
  dataset: Dataset,
  contract: (it: Vitest.MethodsNonLive<R | Atomic>) => void
) => {
  const database = Layer.effectDiscard(insertDataset(dataset)).pipe(Layer.provideMerge(Postgres.layer))
  const statements = new Set<string>()
  const recorder = Layer.succeed(Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      statements.add(statement.compile()[0])
      return statement
    })
  )
  layer(Layer.mergeAll(layerSql, AtomicLayer.layerSql, recorder).pipe(Layer.provide(database)))(name, (it) => {
    contract(it)
    it.effect("every statement has a tenant condition", () =>
      Effect.sync(() => {
        assert.isNotEmpty(statements)
        assert.deepStrictEqual(unboundStatements(statements), [])
      })
    )
  })
}

/** Runs one contract against a service's memory layer and its SQL layer, both holding `dataset`; see `overSql`. */
export const twins = <R>(
  name: string,
  twin: {
    readonly layerMemory: Layer.Layer<R, never, Memory.Memory>
    readonly layerSql: OverSql<R>
  },
  dataset: Dataset,
  contract: (it: Vitest.MethodsNonLive<R | Atomic>) => void
) => {
  const memory = Layer.effectDiscard(Memory.Memory.use((all) => all.load(dataset))).pipe(
    Layer.provideMerge(Memory.layer)
  )
  layer(Layer.merge(twin.layerMemory, AtomicLayer.layerMemory).pipe(Layer.provide(memory)))(
    `${name} (memory)`,
    contract
  )
  overSql(`${name} (sql)`, twin.layerSql, dataset, contract)
}
