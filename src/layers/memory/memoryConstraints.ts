import { Effect, Equal, Option, TxHashMap } from "effect"
import { keyConstraint } from "../../domain/dataset/constraints.ts"
import { type Reference, referredBy, type Table } from "../../domain/dataset/Table.ts"
import { isTableName, type Row, type TableName, tableNames, tableOf } from "../../domain/dataset/tables.ts"
import { type MemoryTables, tableIn } from "./Memory.ts"

const valuesOf = (row: object, fields: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  fields.map((field) => Reflect.get(row, field))

const areSame = (some: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>) =>
  some.every((value, place) => value !== null && Equal.equals(value, others[place]))

const rowsIn = <Name extends TableName>(all: MemoryTables, name: Name): Effect.Effect<Array<Row<Name>>> =>
  TxHashMap.values(tableIn(all, name))

/**
 * The rows of a table with these values in these fields; none if a value is null. A complete primary key is looked up
 * directly.
 */
const rowsWith = Effect.fnUntraced(function* (
  all: MemoryTables,
  name: TableName,
  fields: ReadonlyArray<string>,
  values: ReadonlyArray<unknown>
) {
  const key: ReadonlyArray<string> = tableOf[name].key
  const places = key.map((field) => fields.indexOf(field))
  const rows = places.includes(-1)
    ? yield* rowsIn<TableName>(all, name)
    : Option.toArray(yield* TxHashMap.get(tableIn(all, name), places.map((place) => String(values[place])).join(" ")))
  return rows.filter((row) => areSame(values, valuesOf(row, fields)))
})

/**
 * The key or unique constraint that `row` violates among the existing rows, ignoring the one under the key `itself`.
 */
export const brokenUnique = Effect.fnUntraced(function* <Name extends TableName>(
  all: MemoryTables,
  name: Name,
  row: Row<Name>,
  itself?: string
) {
  const { keyOf, uniques = {} }: Table<Row<Name>> = tableOf[name]
  const key = keyOf(row)
  if (key !== itself && (yield* TxHashMap.has(tableIn(all, name), key))) return keyConstraint(name)
  if (Object.keys(uniques).length === 0) return undefined
  const others = (yield* rowsIn(all, name)).filter((other) => keyOf(other) !== (itself ?? key))
  return Object.entries(uniques).find(
    ([, { fields, where = () => true }]) =>
      where(row) && others.some((other) => where(other) && areSame(valuesOf(row, fields), valuesOf(other, fields)))
  )?.[0]
})

const isThere = (all: MemoryTables, row: object, reference: Reference<never>) => {
  const { where = () => true } = reference
  const values = valuesOf(row, reference.fields)
  if (reference.deferred === true || values.includes(null)) return Effect.succeed(true)
  return isTableName(reference.to)
    ? Effect.map(rowsWith(all, reference.to, referredBy(reference), values), (rows) => rows.some((row) => where(row)))
    : Effect.succeed(false)
}

/** The reference of `row` to a missing row. References checked at commit are skipped. */
export const brokenReference = Effect.fnUntraced(function* <Name extends TableName>(
  all: MemoryTables,
  name: Name,
  row: Row<Name>
) {
  const { references = {} }: Table<Row<Name>> = tableOf[name]
  for (const [constraint, reference] of Object.entries(references)) {
    if (!(yield* isThere(all, row, reference))) return constraint
  }
  return undefined
})

interface Referring {
  readonly constraint: string
  readonly isCascade: boolean
  readonly name: TableName
  readonly row: Row<TableName>
}

/** The rows of any table that refer to this one. */
export const referringTo = Effect.fnUntraced(function* (all: MemoryTables, name: TableName, row: object) {
  const references: Array<Referring> = []
  for (const other of tableNames) {
    for (const [constraint, reference] of Object.entries<Reference<never>>(tableOf[other].references ?? {})) {
      if (reference.to !== name) continue
      const rows = yield* rowsWith(all, other, reference.fields, valuesOf(row, referredBy(reference)))
      const isCascade = reference.cascade === true
      references.push(...rows.map((row) => ({ constraint, isCascade, name: other, row })))
    }
  }
  return references
})
