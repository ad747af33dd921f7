import type { SettledRow } from "../imports/settle.ts"
import type { ProgramFileKind } from "./ProgramFile.ts"

/** A row of the file that cannot be imported, and why; then nothing is imported. */
export interface RefusedRow {
  readonly kind: ProgramFileKind
  readonly key: string
  readonly outcome: "refused"
  readonly reason: string
}

export type ProgramImportRow = SettledRow<ProgramFileKind> | RefusedRow

/** The actual or planned outcome of an import, row by row; `programId` is the external id of the program. */
export interface ProgramImportReport {
  readonly programId: string
  readonly results: ReadonlyArray<ProgramImportRow>
}

/** The rows that prevent the import. */
export const refusedIn = ({ results }: ProgramImportReport): ReadonlyArray<RefusedRow> =>
  results.filter((row) => row.outcome === "refused")
