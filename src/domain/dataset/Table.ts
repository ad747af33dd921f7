import type { Schema } from "effect"
import { keyText } from "./keyText.ts"

/** The name of a field of a row; its column is the same name in snake_case. */
export type Field<Row> = keyof Row & string

/**
 * Fields whose combined values are unique; rows with a null among them never conflict. `where` limits it to the rows
 * that match, as in a partial index.
 */
export interface Unique<Row> {
  readonly fields: ReadonlyArray<Field<Row>>
  readonly where?: (row: Row) => boolean
}

/**
 * Fields that reference a row of another table by its fields `on`, by default the same names with `id` for the last. A
 * null among them references nothing. A `deferred` reference is checked at commit.
 */
export interface Reference<Row> {
  readonly fields: ReadonlyArray<Field<Row>>
  readonly to: string
  readonly on?: ReadonlyArray<string>
  readonly deferred?: true
  /** The row is removed with the row it references. */
  readonly cascade?: true
  /** The rows that may be referenced. Enforced by a trigger in the database, on writes only. */
  readonly where?: (referenced: unknown) => boolean
}

/** The fields of the other table by which a reference identifies a row. */
export const referredBy = ({ fields, on }: Pick<Reference<never>, "on"> & { readonly fields: ReadonlyArray<string> }) =>
  on ?? [...fields.slice(0, -1), "id"]

/** A table's constraints and tenant. Uniques and references carry the names of their database constraints. */
export interface Description<Row> {
  /** The primary key. */
  readonly key: readonly [Field<Row>, ...ReadonlyArray<Field<Row>>]
  readonly uniques?: Readonly<Record<string, Unique<Row>>>
  readonly references?: Readonly<Record<string, Reference<Row>>>
  /**
   * The field that scopes rows to a tenant: the organization, the member, or a parent row that belongs to one of them.
   * Every statement has a condition on it (DOMAIN 1). `none` states why a table needs no scope.
   */
  readonly tenant: Field<Row> | { readonly none: string }
  /** Fields by which a row is found before its tenant is known, such as the hash of a secret, each with the reason. */
  readonly global?: { readonly [Name in Field<Row>]?: string }
  /** Fields that hold bytes; JSON has them in base64. */
  readonly binary?: ReadonlyArray<Field<Row>>
  /** True for a table written only by operations: datasets do not contain its rows. */
  readonly journal?: true
}

/** A table as both stores see it. */
export interface Table<Row> extends Description<Row> {
  readonly row: Schema.Codec<Row, unknown> & {
    readonly fields: Readonly<Record<string, Schema.Codec<unknown, unknown>>>
  }
  /** In the order of the row's schema. */
  readonly fields: ReadonlyArray<Field<Row>>
  /** The primary key as text (`keyText`). */
  readonly keyOf: (row: Row) => string
}

/** True if the key is an internal number assigned by the store. */
export const isNumbered = ({
  key,
  row
}: {
  readonly key: ReadonlyArray<string>
  readonly row: { readonly fields: Table<never>["row"]["fields"] }
}) => key.length === 1 && key[0] === "id" && row.fields["id"]?.ast._tag === "Number"

/**
 * Describes a table once, for both stores and for the checks over them: its database constraints, and the tenant, which
 * no constraint can express. Its name is its name in `tables`.
 */
export const table = <S extends Schema.Struct<Schema.Struct.Fields>, const D extends Description<S["Type"]>>(
  row: S,
  description: D
) => {
  const [first, ...others] = description.key
  const isField = (name: string): name is Field<S["Type"]> => name in row.fields
  return {
    ...description,
    row,
    fields: Object.keys(row.fields).filter(isField),
    keyOf: (values: S["Type"]): string => keyText(values[first], ...others.map((field) => values[field]))
  }
}
