import { Effect, Option } from "effect"
import type { Conflict } from "../dataset/Conflict.ts"
import { type TableName, tableOf } from "../dataset/tables.ts"
import { changedFields } from "../shared/changedFields.ts"
import { FileInvalid } from "./FileInvalid.ts"

/** The names of row fields in most files, where they differ. */
const fieldNames: Readonly<Record<string, string>> = { documentId: "id", xid: "id", identitySubject: "subject" }

/** The last field of a unique constraint distinguishes the rows of a tenant. */
const takenIn = (table: TableName, constraint: string, names: Readonly<Record<string, string>>) => {
  const field = tableOf[table].uniques?.[constraint]?.fields.at(-1)
  return field === undefined ? constraint : (names[field] ?? field)
}

/** The outcome of one row of a file; `key` identifies it: a slug, a subject, a level or an id. */
export interface ImportedRow<Kind extends string> {
  readonly kind: Kind
  readonly key: string
  readonly outcome: "created" | "updated" | "unchanged"
}

interface Row<Kind, Stored, Wanted> {
  readonly kind: Kind
  readonly table: TableName
  /** Its path in the file. */
  readonly path: string
  readonly key: string
  readonly found: Option.Option<Stored>
  /** The names of its fields in the file, where they differ; `fieldNames` if absent. */
  readonly names?: Readonly<Record<string, string>>
  /** The fields given in the file. */
  readonly wanted: Wanted
  readonly insert: Effect.Effect<Stored, Conflict<string>>
  readonly update: (stored: Stored) => Effect.Effect<ReadonlyArray<Stored>, Conflict<string>>
}

/**
 * Inserts or updates a row, or leaves it unchanged, and records which; returns the row. Fails if its key belongs to
 * another organization.
 */
export const upsert =
  <Kind extends string>(results: { readonly push: (row: ImportedRow<Kind>) => unknown }) =>
  <Stored extends object, Wanted extends Partial<Stored>>({
    found,
    insert,
    key,
    kind,
    names = fieldNames,
    path,
    table,
    update,
    wanted
  }: Row<Kind, Stored, Wanted>): Effect.Effect<Stored, FileInvalid> => {
    const record = (outcome: ImportedRow<Kind>["outcome"]) => results.push({ kind, key, outcome })
    return Option.match(found, {
      onNone: () => Effect.tap(insert, () => Effect.sync(() => record("created"))),
      onSome: (stored) =>
        changedFields(stored, wanted) === undefined
          ? Effect.as(
              Effect.sync(() => record("unchanged")),
              stored
            )
          : Effect.tap(
              Effect.flatMap(update(stored), ([updated = stored]) => Effect.succeed(updated)),
              () => Effect.sync(() => record("updated"))
            )
    }).pipe(
      Effect.catch(({ constraint }) => {
        const field = takenIn(table, constraint, names)
        return Effect.fail(FileInvalid.taken(`${path}.${field}`))
      })
    )
  }
