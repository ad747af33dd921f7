import type { DateTime, Effect, Option } from "effect"
import type { Conflict } from "./Conflict.ts"
import type { Field } from "./Table.ts"
import type { Row, TableName, tables } from "./tables.ts"

type TableAs<Name extends TableName> = (typeof tables)[Name]

type SnakeCase<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : ""

/** The constraints of a table that a row can break, by their names in the database: its key, uniques and references. */
export type ConstraintName<Name extends TableName> =
  | `${SnakeCase<Name>}_pkey`
  | (TableAs<Name> extends { readonly uniques: infer Uniques } ? keyof Uniques & string : never)
  | (TableAs<Name> extends { readonly references: infer References } ? keyof References & string : never)

/** The field of the tenant, and those by which rows are found before it is known. */
type Bound<Name extends TableName> =
  | Extract<TableAs<Name>["tenant"], string>
  | (TableAs<Name> extends { readonly global: infer Global } ? keyof Global : never)

/**
 * Fields that rows must have, null being a value like others. Without the tenant, or a field by which rows are found before
 * the tenant is known, it does not compile (DOMAIN 1).
 */
export type Where<Name extends TableName> = Partial<Row<Name>> &
  (TableAs<Name>["tenant"] extends string
    ? { [F in Bound<Name> & Field<Row<Name>>]: Pick<Row<Name>, F> }[Bound<Name> & Field<Row<Name>>]
    : unknown)

/** A row before it has its number. */
export type Unnumbered<Name extends TableName> = Omit<Row<Name>, "id"> &
  (Row<Name> extends { readonly id: number } ? unknown : never)

/** New values of fields that are no part of the key. */
export type Change<Name extends TableName> = Partial<Omit<Row<Name>, TableAs<Name>["key"][number]>>

type Sortable<Of> = { [F in Field<Of>]: Of[F] extends number | DateTime.Utc ? F : never }[Field<Of>]

/** By numbers and times, which every store orders alike; `limit` takes the first. */
export interface Listing<Name extends TableName> {
  readonly by: ReadonlyArray<Sortable<Row<Name>>>
  readonly isDescending?: boolean
  readonly limit?: number
}

/** The plain statements of one table, the same over each store; what joins, locks or pages is written by hand. */
export interface Rows<Name extends TableName> {
  /** In a transaction a conflict is the end of it, as with every statement that a database refuses. */
  readonly insert: (row: Row<Name>) => Effect.Effect<void, Conflict<ConstraintName<Name>>>
  /** False, and nothing is changed or lost, when a row is there with the key or with unique fields of this one. */
  readonly insertMissing: (row: Row<Name>) => Effect.Effect<boolean, Conflict<ConstraintName<Name>>>
  /** Answers the row with its `id`, the next number of the table. */
  readonly insertNumbered: (row: Unnumbered<Name>) => Effect.Effect<Row<Name>, Conflict<ConstraintName<Name>>>
  /** Two rows that fit are a defect. */
  readonly find: (where: Where<Name>) => Effect.Effect<Option.Option<Row<Name>>>
  readonly list: (where: Where<Name>, listing: Listing<Name>) => Effect.Effect<ReadonlyArray<Row<Name>>>
  /** Answers the rows as they became, in no order. */
  readonly update: (
    where: Where<Name>,
    change: Change<Name>
  ) => Effect.Effect<ReadonlyArray<Row<Name>>, Conflict<ConstraintName<Name>>>
  /** Answers how many there were. A row that others refer to is a defect, unless the database removes these with it. */
  readonly remove: (where: Where<Name>) => Effect.Effect<number>
}
