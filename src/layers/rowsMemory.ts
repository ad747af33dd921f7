import { DateTime, Effect, Equal, Option, Order, Schema, TxHashMap } from "effect"
import { Conflict } from "../domain/dataset/Conflict.ts"
import { isConstraintOf } from "../domain/dataset/constraints.ts"
import type { ConstraintName, Rows } from "../domain/dataset/Rows.ts"
import { isNumbered, type Table } from "../domain/dataset/Table.ts"
import { type Row, type TableName, tableOf } from "../domain/dataset/tables.ts"
import { type Memory, type MemoryTables, tableIn } from "./Memory.ts"
import { brokenReference, brokenUnique, referringTo } from "./memoryConstraints.ts"

const sortValue = (row: object, field: string): number => {
  const value: unknown = Reflect.get(row, field)
  return DateTime.isDateTime(value) ? DateTime.toEpochMillis(value) : Number(value)
}

const orderBy = (fields: ReadonlyArray<string>, isDescending: boolean): Order.Order<object> => {
  const order = Order.combineAll(
    fields.map((field) => Order.mapInput(Order.Number, (row: object) => sortValue(row, field)))
  )
  return isDescending ? Order.flip(order) : order
}

const fits = (row: object, where: object) =>
  Object.entries(where).every(([field, value]) => Equal.equals(Reflect.get(row, field), value))

/** Removes a row and the rows whose references cascade; any other row that refers to it is a defect. */
const removeRow = Effect.fnUntraced(function* <Name extends TableName>(
  all: MemoryTables,
  name: Name,
  row: Row<Name>
): Effect.fn.Return<void> {
  const { keyOf }: Table<Row<Name>> = tableOf[name]
  yield* TxHashMap.remove(tableIn(all, name), keyOf(row))
  for (const referring of yield* referringTo(all, name, row)) {
    if (!referring.isCascade) return yield* Effect.die(new Error(`Constraint: ${referring.constraint}`))
    yield* removeRow(all, referring.name, referring.row)
  }
})

/**
 * The plain statements of a table over the in-memory tables, enforcing its key, uniques and references as described.
 */
export const rowsMemory = <Name extends TableName>(all: Memory["Service"], name: Name): Rows<Name> => {
  const described: Table<Row<Name>> = tableOf[name]
  const { keyOf, row } = described
  const table = tableIn(all, name)
  const isRow = Schema.is(row)

  const isConstraint = isConstraintOf(name)

  const conflict = (constraint: string): Effect.Effect<never, Conflict<ConstraintName<Name>>> =>
    isConstraint(constraint)
      ? Effect.fail(new Conflict(constraint))
      : Effect.die(new Error(`Constraint: ${constraint}`))

  const matching = (where: object) =>
    Effect.map(TxHashMap.values(table), (rows) => rows.filter((one) => fits(one, where)))

  const put = Effect.fnUntraced(function* (of: Row<Name>) {
    const broken = yield* brokenReference(all, name, of)
    if (broken !== undefined) return yield* conflict(broken)
    yield* TxHashMap.set(table, keyOf(of), of)
  })

  const insert = Effect.fnUntraced(function* (of: Row<Name>) {
    const broken = yield* brokenUnique(all, name, of)
    if (broken !== undefined) return yield* conflict(broken)
    yield* put(of)
  }, Effect.tx)

  const greatest = Effect.map(TxHashMap.values(table), (rows) =>
    rows.reduce((most, of) => Math.max(most, sortValue(of, "id")), 0)
  )

  /** Rows inserted by other means have numbers too. */
  const nextNumber = Effect.gen(function* () {
    const last = Option.getOrUndefined(yield* TxHashMap.get(all.sequences, name))
    const isFree = last !== undefined && !(yield* TxHashMap.has(table, `${last + 1}`))
    const next = (isFree ? last : yield* greatest) + 1
    yield* TxHashMap.set(all.sequences, name, next)
    return next
  })

  const update: Rows<Name>["update"] = Effect.fnUntraced(function* (where, change) {
    const changed: Array<Row<Name>> = []
    for (const of of yield* matching(where)) {
      const next: unknown = { ...of, ...change }
      if (!isRow(next)) return yield* Effect.die(new Error(`No row of ${name}`))
      const broken = yield* brokenUnique(all, name, next, keyOf(of))
      if (broken !== undefined) return yield* conflict(broken)
      yield* put(next)
      changed.push(next)
    }
    return changed
  }, Effect.tx)

  return {
    insert,
    insertMissing: Effect.fnUntraced(function* (of) {
      if ((yield* brokenUnique(all, name, of)) !== undefined) return false
      yield* put(of)
      return true
    }, Effect.tx),
    insertNumbered: Effect.fnUntraced(function* (of) {
      const numbered: unknown = { ...of, id: yield* nextNumber }
      if (!isNumbered(described) || !isRow(numbered)) return yield* Effect.die(new Error(`No row of ${name}`))
      yield* insert(numbered)
      return numbered
    }, Effect.tx),
    find: Effect.fnUntraced(function* (where) {
      const [first, second] = yield* matching(where)
      if (second !== undefined) return yield* Effect.die(new Error(`More than one row of ${name}`))
      return Option.fromUndefinedOr(first)
    }, Effect.tx),
    list: Effect.fnUntraced(function* (where, { by, isDescending = false, limit }) {
      return (yield* matching(where)).toSorted(orderBy(by, isDescending)).slice(0, limit)
    }, Effect.tx),
    update,
    change: (where, change) => Effect.asVoid(Effect.orDie(update(where, change))),
    remove: Effect.fnUntraced(function* (where) {
      const rows = yield* matching(where)
      for (const of of rows) yield* removeRow(all, name, of)
      return rows.length
    }, Effect.tx)
  }
}
