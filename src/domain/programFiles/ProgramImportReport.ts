import type { ImportedRow } from "../imports/upsert.ts"
import type { ProgramFileKind } from "./ProgramFile.ts"

/** A row of the file that cannot be imported, and why; then nothing is imported. */
export interface RefusedRow {
  readonly kind: ProgramFileKind
  readonly key: string
  readonly outcome: "refused"
  readonly reason: string
}

/**
 * A set of venues or benefits that becomes that of the file, with the document ids of the venues or the external ids of
 * the benefits that are added and removed; both are empty if only the order changes.
 */
export interface ReplacedSet {
  readonly kind: ProgramFileKind
  readonly key: string
  readonly outcome: "updated"
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

export type ProgramImportRow = ImportedRow<ProgramFileKind> | ReplacedSet | RefusedRow

/** The actual or planned outcome of an import, row by row; `programId` is the external id of the program. */
export interface ProgramImportReport {
  readonly programId: string
  readonly results: ReadonlyArray<ProgramImportRow>
}

/** The rows that prevent the import. */
export const refusedIn = ({ results }: ProgramImportReport): ReadonlyArray<RefusedRow> =>
  results.filter((row) => row.outcome === "refused")
