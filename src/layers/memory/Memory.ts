import { Context, Effect, Layer, Struct, TxHashMap } from "effect"
import { type Dataset, type DatasetName, datasetNames } from "../../domain/dataset/Dataset.ts"
import type { Table } from "../../domain/dataset/Table.ts"
import { type Row, type TableName, tableNames, tableOf } from "../../domain/dataset/tables.ts"

export type MemoryTable<Name extends TableName> = TxHashMap.TxHashMap<string, Row<Name>>

export type MemoryTables = { readonly [Name in TableName]: MemoryTable<Name> }

/**
 * The in-memory twin of the database: the same rows in transactional maps, so that `Atomic` rolls back as the database
 * does. A row's key is its primary key as text (`keyOf` of its table).
 */
export class Memory extends Context.Service<
  Memory,
  MemoryTables & {
    /** Replaces all rows and empties the journals. */
    readonly load: (dataset: Dataset) => Effect.Effect<void>
    /** The last row id assigned in each table since it was loaded, by table name. */
    readonly sequences: TxHashMap.TxHashMap<string, number>
  }
>()("hub/layers/Memory") {}

interface EmptyTable extends Struct.Lambda {
  <Of>(table: Table<Of>): Effect.Effect<TxHashMap.TxHashMap<string, Of>>
  readonly "~lambda.out": this["~lambda.in"] extends { readonly keyOf: (row: infer Of) => string }
    ? Effect.Effect<TxHashMap.TxHashMap<string, Of>>
    : never
}

const emptyTables = Effect.all(
  Struct.map(
    tableOf,
    Struct.lambda<EmptyTable>(() => TxHashMap.empty())
  )
)

/** The table of that name, typed by its rows even for a generic name. */
export const tableIn = <Name extends TableName>(all: MemoryTables, name: Name): MemoryTable<Name> => all[name]

const fill = <Name extends DatasetName>(all: MemoryTables, dataset: Dataset, name: Name) => {
  const rows: ReadonlyArray<Row<Name>> = dataset[name]
  const { keyOf } = tableOf[name]
  return TxHashMap.setMany(
    tableIn(all, name),
    rows.map((row): [string, Row<Name>] => [keyOf(row), row])
  )
}

const clear = <Name extends TableName>(all: MemoryTables, name: Name) => TxHashMap.clear(tableIn(all, name))

/** An empty in-memory database. */
export const layer = Layer.effect(
  Memory,
  Effect.gen(function* () {
    const all = yield* emptyTables
    const sequences = yield* TxHashMap.empty<string, number>()
    return Memory.of({
      ...all,
      sequences,
      load: Effect.fnUntraced(function* (dataset) {
        yield* TxHashMap.clear(sequences)
        for (const name of tableNames) yield* clear(all, name)
        for (const name of datasetNames) yield* fill(all, dataset, name)
      }, Effect.tx)
    })
  })
)
