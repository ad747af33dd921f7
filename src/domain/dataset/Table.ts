import type { Schema } from "effect"

/** The name of a field of a row; its column is the same name in snake_case. */
export type Field<Row> = keyof Row & string

/**
 * Fields that no two rows have in common; a row with a null among them is no match for any. With `where` only the rows for
 * which it is true count, as in a partial index.
 */
export interface Unique<Row> {
  readonly fields: ReadonlyArray<Field<Row>>
  readonly where?: (row: Row) => boolean
}

/**
 * Fields that name a row of another table by its fields `on`; where these are left out they are the same names, but `id`
 * for the last. A null among them names no row. A `deferred` one is checked at the commit.
 */
export interface Reference<Row> {
  readonly fields: ReadonlyArray<Field<Row>>
  readonly to: string
  readonly on?: ReadonlyArray<string>
  readonly deferred?: true
  /** The row goes when the one that it names is removed. */
  readonly cascade?: true
}

/** The fields by which a reference names a row of the other table. */
export const referredBy = ({ fields, on }: Pick<Reference<never>, "on"> & { readonly fields: ReadonlyArray<string> }) =>
  on ?? [...fields.slice(0, -1), "id"]

/** What a table is beside its rows. Uniques and references go by the names of their constraints in the database. */
export interface Description<Row> {
  /** The primary key. */
  readonly key: ReadonlyArray<Field<Row>>
  readonly uniques?: Readonly<Record<string, Unique<Row>>>
  readonly references?: Readonly<Record<string, Reference<Row>>>
  /**
   * The field that bounds what a caller may reach: the organization, the member, or the parent row that belongs to one of
   * them. Every statement has a condition on it (DOMAIN 1). `none` says why a table needs no bound.
   */
  readonly tenant: Field<Row> | { readonly none: string }
  /** Fields by which a row is found before its tenant is known, such as the hash of a secret, each with the reason. */
  readonly global?: { readonly [Name in Field<Row>]?: string }
  /** True for a table that only operations write: no dataset carries its rows. */
  readonly journal?: true
}

/** A table as both stores see it. */
export interface Table<Row> extends Description<Row> {
  readonly row: Schema.Codec<Row, unknown> & {
    readonly fields: Readonly<Record<string, Schema.Codec<unknown, unknown>>>
  }
  /** In the order of the row's schema. */
  readonly fields: ReadonlyArray<Field<Row>>
  /** The primary key as text; the values of its fields are joined by a blank. */
  readonly keyOf: (row: Row) => string
}

/** True when the key is an internal number, which the store gives. */
export const isNumbered = ({
  key,
  row
}: {
  readonly key: ReadonlyArray<string>
  readonly row: { readonly fields: Table<never>["row"]["fields"] }
}) => key.length === 1 && key[0] === "id" && row.fields["id"]?.ast._tag === "Number"

/**
 * Describes a table, once for both stores and for the checks over them: what the database holds as constraints, and what
 * no constraint can hold, the tenant of a row. Its name is the name under which `tables` lists it.
 */
export const table = <S extends Schema.Struct<Schema.Struct.Fields>, const D extends Description<S["Type"]>>(
  row: S,
  description: D
) => {
  const isField = (name: string): name is Field<S["Type"]> => name in row.fields
  return {
    ...description,
    row,
    fields: Object.keys(row.fields).filter(isField),
    keyOf: (of: S["Type"]): string => description.key.map((field) => String(of[field])).join(" ")
  }
}
