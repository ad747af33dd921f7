import { Effect, Option, Predicate, Record, Schema, type SchemaAST, String } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { Conflict } from "../../domain/dataset/Conflict.ts"
import { isConstraintOf } from "../../domain/dataset/constraints.ts"
import type { ConstraintName, Rows } from "../../domain/dataset/Rows.ts"
import type { Table } from "../../domain/dataset/Table.ts"
import { type Row, type TableName, tableOf } from "../../domain/dataset/tables.ts"
import { withoutChecks } from "../../domain/shared/withoutChecks.ts"
import { byColumn } from "./byColumn.ts"
import { pipelined } from "./pipelined.ts"

/** The name of the unique or foreign key constraint that a statement violated. */
const brokenBy = ({ reason }: SqlError.SqlError): string | undefined => {
  if (reason._tag === "UniqueViolation") return reason.constraint
  if (reason._tag !== "ConstraintError" || !Predicate.hasProperty(reason.cause, "constraint")) return undefined
  return Predicate.isString(reason.cause.constraint) ? reason.cause.constraint : undefined
}

/** `numeric` arrives as text, and the schema of a number does not reveal the column's type. */
const isNumber = (ast: SchemaAST.AST | undefined): boolean =>
  ast !== undefined && (ast._tag === "Number" || (ast._tag === "Union" && ast.types.some(isNumber)))

/**
 * The generic row statements of one table. Rows, conditions and changes are passed as one JSON parameter each, which
 * the database reads by column type, so that the same statements serve every table. `SqlModel` does not fit: it returns
 * `*`, supports neither composite keys nor tenants, and needs a second description of every row.
 */
export const rowsSql = <Name extends TableName>(sql: SqlClient.SqlClient, name: Name): Rows<Name> => {
  const { fields, row }: Table<Row<Name>> = tableOf[name]
  const table = String.camelToSnake(name)
  const columns = new Map<string, string>(Object.keys(row.fields).map((field) => [field, String.camelToSnake(field)]))
  const columnOf = (field: string) => columns.get(field) ?? field
  const selected = fields
    .map((field) => `t.${columnOf(field)}${isNumber(row.fields[field]?.ast) ? "::float8" : ""} AS "${field}"`)
    .join(", ")

  const decode = Schema.decodeUnknownEffect(Schema.Array(Schema.toCodecJson(row)), withoutChecks)
  const some = Schema.toCodecJson(Schema.Struct(Record.map(row.fields, (field) => Schema.optionalKey(field))))
  const encode = Schema.encodeUnknownSync(some)
  /** A condition may contain values that no row can have; it then matches nothing. */
  const encodeUnchecked = Schema.encodeUnknownSync(some, withoutChecks)
  const jsonOf = (encoded: unknown) => JSON.stringify(byColumn(encoded, columns))
  const recordOf = (parameter: number) => `json_populate_record(NULL::${table}, $${parameter}::text::json)`

  const isConstraint = isConstraintOf(name)

  const refused = (error: SqlError.SqlError): Effect.Effect<never, Conflict<ConstraintName<Name>>> => {
    const constraint = brokenBy(error)
    return constraint !== undefined && isConstraint(constraint)
      ? Effect.fail(new Conflict(constraint))
      : Effect.die(error)
  }

  const parametersOf = (where: object | null, written: object | null) => [
    ...(where === null ? [] : [jsonOf(encodeUnchecked(where))]),
    ...(written === null ? [] : [jsonOf(encode(written))])
  ]

  const run = (text: string, where: object | null, written: object | null) =>
    Effect.suspend(() =>
      Effect.flatMap(sql.unsafe(text, parametersOf(where, written)), (rows) => Effect.orDie(decode(rows)))
    )

  const insertText = (written: ReadonlyArray<string>, last: string) => {
    const list = written.map(columnOf).join(", ")
    return `INSERT INTO ${table} AS t (${list}) SELECT ${list} FROM ${recordOf(1)} ${last} RETURNING ${selected}`
  }

  const conditionOf = (where: object) =>
    Object.entries(where)
      .map(([field, value]) => `t.${columnOf(field)} ${value === null ? "IS NULL" : `= w.${columnOf(field)}`}`)
      .join(" AND ") || "true"

  const updateText = (where: object, change: object) => {
    const set = Object.keys(change).map((field) => `${columnOf(field)} = c.${columnOf(field)}`)
    return `UPDATE ${table} t SET ${set.join(", ")} FROM ${recordOf(1)} w, ${recordOf(2)} c WHERE ${conditionOf(where)}`
  }

  const change = pipelined(sql, ({ set, where }: { readonly where: object; readonly set: object }) =>
    sql.unsafe(updateText(where, set), parametersOf(where, set))
  )

  return {
    insert: (row) => Effect.asVoid(Effect.catch(run(insertText(fields, ""), null, row), refused)),
    insertMissing: (row) =>
      run(insertText(fields, "ON CONFLICT DO NOTHING"), null, row).pipe(
        Effect.catch(refused),
        Effect.map((rows) => rows.length > 0)
      ),
    insertNumbered: (row) =>
      run(insertText(Object.keys(row), ""), null, row).pipe(
        Effect.catch(refused),
        Effect.flatMap(([added]) =>
          added === undefined ? Effect.die(new Error(`${table} took no row`)) : Effect.succeed(added)
        )
      ),
    find: (where) =>
      run(`SELECT ${selected} FROM ${table} t, ${recordOf(1)} w WHERE ${conditionOf(where)} LIMIT 2`, where, null).pipe(
        Effect.orDie,
        Effect.flatMap(([first, second]) =>
          second === undefined
            ? Effect.succeed(Option.fromUndefinedOr(first))
            : Effect.die(new Error(`More than one row of ${table}`))
        )
      ),
    list: (where, { by, isDescending = false, limit }) => {
      const order = by.map((field) => `t.${columnOf(field)}${isDescending ? " DESC" : ""}`).join(", ")
      const first = limit === undefined ? "" : ` LIMIT ${limit}`
      return Effect.orDie(
        run(
          `SELECT ${selected} FROM ${table} t, ${recordOf(1)} w WHERE ${conditionOf(where)} ORDER BY ${order}${first}`,
          where,
          null
        )
      )
    },
    lock: (where, by) =>
      Effect.asVoid(
        Effect.orDie(
          sql.unsafe(
            `SELECT FROM ${table} t, ${recordOf(1)} w WHERE ${conditionOf(where)}
            ORDER BY ${by.map((field) => `t.${columnOf(field)}`).join(", ")} FOR NO KEY UPDATE OF t`,
            parametersOf(where, null)
          )
        )
      ),
    update: (where, set) => Effect.catch(run(`${updateText(where, set)} RETURNING ${selected}`, where, set), refused),
    change: (where, set) => Effect.orDie(change({ where, set })),
    remove: (where) =>
      Effect.map(
        Effect.orDie(
          run(
            `DELETE FROM ${table} t USING ${recordOf(1)} w WHERE ${conditionOf(where)} RETURNING ${selected}`,
            where,
            null
          )
        ),
        (rows) => rows.length
      )
  }
}
