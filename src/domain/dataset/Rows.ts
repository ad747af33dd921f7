import type { DateTime, Effect, Option } from "effect"
import type { Conflict } from "./Conflict.ts"
import type { Field } from "./Table.ts"
import type { Row, TableName, tables } from "./tables.ts"

type TableAs<Name extends TableName> = (typeof tables)[Name]

type SnakeCase<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : ""

/** The database names of the constraints of a table that a row can violate: key, uniques and references. */
export type ConstraintName<Name extends TableName> =
  | `${SnakeCase<Name>}_pkey`
  | (TableAs<Name> extends { readonly uniques: infer Uniques } ? keyof Uniques & string : never)
  | (TableAs<Name> extends { readonly references: infer References } ? keyof References & string : never)

/** The tenant field, and the fields by which rows are found before the tenant is known. */
type Bound<Name extends TableName> =
  | Extract<TableAs<Name>["tenant"], string>
  | (TableAs<Name> extends { readonly global: infer Global } ? keyof Global : never)

/**
 * Field values to match; null matches null. Does not compile without the tenant, or a field by which rows are found
 * before the tenant is known (DOMAIN 1).
 */
export type Where<Name extends TableName> = Partial<Row<Name>> &
  (TableAs<Name>["tenant"] extends string
    ? { [F in Bound<Name> & Field<Row<Name>>]: Pick<Row<Name>, F> }[Bound<Name> & Field<Row<Name>>]
    : unknown)

/** A row before it has a row id. */
export type Unnumbered<Name extends TableName> = Omit<Row<Name>, "id"> &
  (Row<Name> extends { readonly id: number } ? unknown : never)

/** New values of fields outside the key. */
export type Change<Name extends TableName> = Partial<Omit<Row<Name>, TableAs<Name>["key"][number]>>

type Sortable<Of> = { [F in Field<Of>]: Of[F] extends number | DateTime.Utc ? F : never }[Field<Of>]

/** Sorted by numbers and times, which every store orders the same way; `limit` keeps the first rows. */
export interface Listing<Name extends TableName> {
  readonly by: ReadonlyArray<Sortable<Row<Name>>>
  readonly isDescending?: boolean
  readonly limit?: number
}

/** The generic statements of one table, identical on each store; joins and paging are written by hand. */
export interface Rows<Name extends TableName> {
  /** A conflict aborts the surrounding transaction, like any statement that a database refuses. */
  readonly insert: (row: Row<Name>) => Effect.Effect<void, Conflict<ConstraintName<Name>>>
  /** False, without effect, if a row with the same key or unique fields exists. */
  readonly insertMissing: (row: Row<Name>) => Effect.Effect<boolean, Conflict<ConstraintName<Name>>>
  /** Returns the row with its `id`, the table's next number. */
  readonly insertNumbered: (row: Unnumbered<Name>) => Effect.Effect<Row<Name>, Conflict<ConstraintName<Name>>>
  /** More than one match is a defect. */
  readonly find: (where: Where<Name>) => Effect.Effect<Option.Option<Row<Name>>>
  readonly list: (where: Where<Name>, listing: Listing<Name>) => Effect.Effect<ReadonlyArray<Row<Name>>>
  /**
   * Locks the rows that are stored, in this order with nulls last, until the transaction ends. Read them afterwards:
   * those removed meanwhile are gone.
   */
  readonly lock: (where: Where<Name>, by: ReadonlyArray<Field<Row<Name>>>) => Effect.Effect<void>
  /** Returns the updated rows, in any order. */
  readonly update: (
    where: Where<Name>,
    change: Change<Name>
  ) => Effect.Effect<ReadonlyArray<Row<Name>>, Conflict<ConstraintName<Name>>>
  /**
   * Changes rows locked by the transaction in a way that violates no constraint: a failure is a defect. Does not wait
   * for the database: the statement may be sent with a later one of the transaction.
   */
  readonly change: (where: Where<Name>, change: Change<Name>) => Effect.Effect<void>
  /** Returns how many were removed. Removing a referenced row is a defect, unless the reference cascades. */
  readonly remove: (where: Where<Name>) => Effect.Effect<number>
}
