import { DateTime, Effect, Equal, Option, Order, Schema, TxHashMap } from "effect"
import { Conflict } from "../../domain/dataset/Conflict.ts"
import { isConstraintOf } from "../../domain/dataset/constraints.ts"
import type { ConstraintName, Rows } from "../../domain/dataset/Rows.ts"
import { isNumbered, type Table } from "../../domain/dataset/Table.ts"
import { type Row, type TableName, tableOf } from "../../domain/dataset/tables.ts"
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

/** Removes a row and the rows that cascade from it; any other reference to it is a defect. */
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

/** The generic statements of one in-memory table. Enforces its key, unique constraints and references. */
export const rowsMemory = <Name extends TableName>(all: Memory["Service"], name: Name): Rows<Name> => {
  const description: Table<Row<Name>> = tableOf[name]
  const { keyOf, row: schema } = description
  const table = tableIn(all, name)
  const isRow = Schema.is(schema)

  const isConstraint = isConstraintOf(name)

  const conflict = (constraint: string): Effect.Effect<never, Conflict<ConstraintName<Name>>> =>
    isConstraint(constraint)
      ? Effect.fail(new Conflict(constraint))
      : Effect.die(new Error(`Constraint: ${constraint}`))

  const matching = (where: object) =>
    Effect.map(TxHashMap.values(table), (rows) => rows.filter((row) => fits(row, where)))

  const put = Effect.fnUntraced(function* (row: Row<Name>) {
    const broken = yield* brokenReference(all, name, row)
    if (broken !== undefined) return yield* conflict(broken)
    yield* TxHashMap.set(table, keyOf(row), row)
  })

  const insert = Effect.fnUntraced(function* (row: Row<Name>) {
    const broken = yield* brokenUnique(all, name, row)
    if (broken !== undefined) return yield* conflict(broken)
    yield* put(row)
  }, Effect.tx)

  const greatest = Effect.map(TxHashMap.values(table), (rows) =>
    rows.reduce((most, row) => Math.max(most, sortValue(row, "id")), 0)
  )

  /** Rows inserted by other means have numbers too, so the highest one counts. */
  const nextNumber = Effect.gen(function* () {
    const last = Option.getOrUndefined(yield* TxHashMap.get(all.sequences, name))
    const isFree = last !== undefined && !(yield* TxHashMap.has(table, `${last + 1}`))
    const next = (isFree ? last : yield* greatest) + 1
    yield* TxHashMap.set(all.sequences, name, next)
    return next
  })

  const update: Rows<Name>["update"] = Effect.fnUntraced(function* (where, change) {
    const changed: Array<Row<Name>> = []
    for (const row of yield* matching(where)) {
      const next: unknown = { ...row, ...change }
      if (!isRow(next)) return yield* Effect.die(new Error(`No row of ${name}`))
      const broken = yield* brokenUnique(all, name, next, keyOf(row))
      if (broken !== undefined) return yield* conflict(broken)
      yield* put(next)
      changed.push(next)
    }
    return changed
  }, Effect.tx)

  return {
    insert,
    insertMissing: Effect.fnUntraced(function* (row) {
      if ((yield* brokenUnique(all, name, row)) !== undefined) return false
      yield* put(row)
      return true
    }, Effect.tx),
    insertNumbered: Effect.fnUntraced(function* (row) {
      const numbered: unknown = { ...row, id: yield* nextNumber }
      if (!isNumbered(description) || !isRow(numbered)) return yield* Effect.die(new Error(`No row of ${name}`))
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
    lock: () => Effect.void,
    update,
    change: (where, change) => Effect.asVoid(Effect.orDie(update(where, change))),
    remove: Effect.fnUntraced(function* (where) {
      const rows = yield* matching(where)
      for (const row of rows) yield* removeRow(all, name, row)
      return rows.length
    }, Effect.tx)
  }
}
