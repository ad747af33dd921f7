import { Effect, Option, type DateTime } from "effect"
import type { Conflict } from "../dataset/Conflict.ts"
import type { RowStore } from "../dataset/RowStore.ts"
import type { FileInvalid } from "../imports/FileInvalid.ts"
import type { upsert } from "../imports/upsert.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ProgramFileKind } from "./ProgramFile.ts"
import type { ProgramImportRow } from "./ProgramImportReport.ts"

/** The context shared by all steps of an import. */
export interface ProgramImport {
  readonly store: RowStore["Service"]
  readonly now: DateTime.Utc
  readonly organizationId: OrganizationId
  readonly upsert: ReturnType<typeof upsert<ProgramFileKind>>
  readonly results: Array<ProgramImportRow>
  /** The venues of the organization by document id. */
  readonly venueIds: ReadonlyMap<string, VenueId>
  /** Their document ids. */
  readonly documentIds: ReadonlyMap<VenueId, string>
}

/** Records the refusal of a row of the file. */
export const refuse = ({ results }: ProgramImport, kind: ProgramFileKind, key: string, reason: string) =>
  Effect.sync(() => {
    results.push({ kind, key, outcome: "refused", reason })
  })

/** The venues with these document ids; if the organization lacks one, records a refusal and returns undefined. */
export const venuesOf = Effect.fnUntraced(function* (
  step: ProgramImport,
  kind: ProgramFileKind,
  key: string,
  documentIds: ReadonlyArray<string>
) {
  const venueIds: Array<VenueId> = []
  for (const documentId of documentIds) {
    const id = step.venueIds.get(documentId)
    if (id !== undefined) venueIds.push(id)
    else {
      yield* refuse(step, kind, key, `the organization has no venue ${documentId}`)
      return
    }
  }
  return venueIds.toSorted((a, b) => a - b)
})

/**
 * Matches the rows of the file to stored rows, in file order: by external id, else by natural key, unless the file
 * lists the stored row under its own id. A stored row matches at most once; of several with one natural key, the first
 * is taken. A row without a key is matched by id only.
 */
export const matchRows = <Row extends { readonly xid: string }>(
  stored: ReadonlyArray<Row>,
  keyOf: (row: Row) => string | undefined,
  rows: ReadonlyArray<{ readonly id: string; readonly key: string | undefined }>
): ReadonlyArray<Option.Option<Row>> => {
  const idsInFile = new Set(rows.map(({ id }) => id))
  const byId = new Map(stored.map((row) => [String(row.xid), row]))
  const byKey = Map.groupBy(
    stored.filter(({ xid }) => !idsInFile.has(xid)),
    keyOf
  )
  return rows.map(({ id, key }) =>
    Option.fromUndefinedOr(byId.get(id) ?? (key === undefined ? undefined : byKey.get(key)?.shift()))
  )
}

/**
 * Replaces the rows of a set where they differ from the file, and records it as one result, which names what is added
 * and removed by the ids in `idOf`.
 */
export const replaceSet = Effect.fnUntraced(function* <Item extends string | number>(
  { results }: ProgramImport,
  row: {
    readonly kind: ProgramFileKind
    readonly key: string
    readonly stored: ReadonlyArray<Item>
    readonly wanted: ReadonlyArray<Item>
    readonly idOf: ReadonlyMap<Item, string>
    readonly clear: Effect.Effect<unknown>
    readonly insert: (item: Item, index: number) => Effect.Effect<unknown, Conflict<string>>
    /** Records the change in the row that the set belongs to, if that is how it shows. */
    readonly touch?: Effect.Effect<void>
  }
): Effect.fn.Return<void, FileInvalid> {
  const { idOf, key, kind, stored, wanted } = row
  if (stored.length === 0 && wanted.length === 0) return
  const isSame = stored.length === wanted.length && stored.every((item, index) => item === wanted[index])
  if (!isSame) {
    yield* row.clear
    yield* Effect.orDie(Effect.forEach(wanted, row.insert, { discard: true }))
    yield* row.touch ?? Effect.void
  }
  if (isSame || stored.length === 0) {
    results.push({ kind, key, outcome: isSame ? "unchanged" : "created" })
    return
  }
  const idsOf = (items: ReadonlyArray<Item>) => items.flatMap((item) => idOf.get(item) ?? [])
  results.push({
    kind,
    key,
    outcome: "updated",
    added: idsOf(wanted.filter((item) => !stored.includes(item))),
    removed: idsOf(stored.filter((item) => !wanted.includes(item)))
  })
})
