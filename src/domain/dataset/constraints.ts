import { String } from "effect"
import type { ConstraintName } from "./Rows.ts"
import type { Table } from "./Table.ts"
import { type Row, type TableName, tableOf } from "./tables.ts"

/** The name of a table's primary key constraint. */
export const keyConstraint = (name: TableName) => `${String.camelToSnake(name)}_pkey`

/** Whether a row of the table can violate a constraint of this name. */
export const isConstraintOf = <Name extends TableName>(name: Name) => {
  const { references = {}, uniques = {} }: Table<Row<Name>> = tableOf[name]
  const key = keyConstraint(name)
  return (constraint: string): constraint is ConstraintName<Name> =>
    constraint === key || constraint in uniques || constraint in references
}
