import { Effect, Option, type DateTime } from "effect"
import type { Conflict } from "../dataset/Conflict.ts"
import type { RowStore } from "../dataset/RowStore.ts"
import type { FileInvalid } from "../imports/FileInvalid.ts"
import type { settle } from "../imports/settle.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ProgramFileKind } from "./ProgramFile.ts"
import type { ProgramImportRow } from "./ProgramImportReport.ts"

/** What every step of an import shares. */
export interface ProgramImport {
  readonly store: RowStore["Service"]
  readonly now: DateTime.Utc
  readonly organizationId: OrganizationId
  readonly settle: ReturnType<typeof settle<ProgramFileKind>>
  readonly results: Array<ProgramImportRow>
  /** The venues of the organization by their document ids. */
  readonly venueIds: ReadonlyMap<string, VenueId>
}

/** Records that a row of the file cannot be. */
export const refuse = ({ results }: ProgramImport, kind: ProgramFileKind, key: string, reason: string) =>
  Effect.sync(() => {
    results.push({ kind, key, outcome: "refused", reason })
  })

/** The venues with these document ids; undefined, and a refusal, where the organization lacks one. */
export const venuesOf = Effect.fnUntraced(function* (
  step: ProgramImport,
  kind: ProgramFileKind,
  key: string,
  documentIds: ReadonlyArray<string>
) {
  const found: Array<VenueId> = []
  for (const documentId of documentIds) {
    const id = step.venueIds.get(documentId)
    if (id !== undefined) found.push(id)
    else {
      yield* refuse(step, kind, key, `the organization has no venue ${documentId}`)
      return
    }
  }
  return found.toSorted((a, b) => a - b)
})

/**
 * Finds the row that a row of the file is about: the one with its external id, else the one with its natural key, unless
 * the file has that one under its own id.
 */
export const matcher = <Row extends { readonly xid: string }>(
  rows: ReadonlyArray<Row>,
  fileIds: ReadonlyArray<string>,
  naturalKey: (row: Row) => string
) => {
  const named = new Set(fileIds)
  const byId = new Map(rows.map((row) => [row.xid, row]))
  const unnamed = new Map(rows.filter(({ xid }) => !named.has(xid)).map((row) => [naturalKey(row), row]))
  return (id: string, key: string): Option.Option<Row> => Option.fromUndefinedOr(byId.get(id) ?? unnamed.get(key))
}

/** Makes the rows of a set what the file says, and records it as one. */
export const settleSet = Effect.fnUntraced(function* <Item extends string | number>(
  { results }: ProgramImport,
  row: {
    readonly kind: ProgramFileKind
    readonly key: string
    readonly stored: ReadonlyArray<Item>
    readonly wanted: ReadonlyArray<Item>
    readonly clear: Effect.Effect<unknown>
    readonly insert: (item: Item, index: number) => Effect.Effect<unknown, Conflict<string>>
  }
): Effect.fn.Return<void, FileInvalid> {
  const { key, kind, stored, wanted } = row
  if (stored.length === 0 && wanted.length === 0) return
  const isSame = stored.length === wanted.length && stored.every((item, index) => item === wanted[index])
  if (!isSame) {
    yield* row.clear
    yield* Effect.orDie(Effect.forEach(wanted, row.insert, { discard: true }))
  }
  results.push({ kind, key, outcome: isSame ? "unchanged" : stored.length === 0 ? "created" : "updated" })
})
