import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RowStore } from "../domain/dataset/RowStore.ts"
import { readOnlySnapshot } from "../sql/statements/readOnlySnapshot.ts"
import { rowsSql } from "../sql/statements/rowsSql.ts"
import { Memory } from "./memory/Memory.ts"
import { rowsMemory } from "./memory/rowsMemory.ts"

export const layerSql = Layer.effect(
  RowStore,
  Effect.map(SqlClient.SqlClient, (sql) => ({ of: (name) => rowsSql(sql, name), snapshot: readOnlySnapshot(sql) }))
)

export const layerMemory = Layer.effect(
  RowStore,
  Effect.map(Memory, (all) => ({ of: (name) => rowsMemory(all, name), snapshot: Effect.tx }))
)

/** Both layers of a repository that needs only generic row statements. */
export const overRows = <A, E>(repository: Layer.Layer<A, E, RowStore>) => ({
  layerSql: Layer.provide(repository, layerSql),
  layerMemory: Layer.provide(repository, layerMemory)
})
