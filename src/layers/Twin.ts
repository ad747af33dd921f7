import { type Layer, Struct } from "effect"

/** A repository module: the same service over the database, and as its twin over the in-memory tables. */
export interface Twin {
  readonly layerSql: Layer.Layer<never, unknown, unknown>
  readonly layerMemory: Layer.Layer<never, unknown, unknown>
}

interface SqlOf extends Struct.Lambda {
  (twin: Twin): Twin["layerSql"]
  readonly "~lambda.out": this["~lambda.in"] extends { readonly layerSql: infer L } ? L : never
}

interface MemoryOf extends Struct.Lambda {
  (twin: Twin): Twin["layerMemory"]
  readonly "~lambda.out": this["~lambda.in"] extends { readonly layerMemory: infer L } ? L : never
}

/** The database layers of a list of repositories, for `Tuple.map`. */
export const sqlOf = Struct.lambda<SqlOf>(({ layerSql }) => layerSql)

/** The in-memory layers of a list of repositories, for `Tuple.map`. */
export const memoryOf = Struct.lambda<MemoryOf>(({ layerMemory }) => layerMemory)
