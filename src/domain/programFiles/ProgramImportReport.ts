import type { SettledRow } from "../imports/settle.ts"
import type { ProgramFileKind } from "./ProgramFile.ts"

/** A row of the file that cannot be what the file says, and why; nothing is imported then. */
export interface RefusedRow {
  readonly kind: ProgramFileKind
  readonly key: string
  readonly outcome: "refused"
  readonly reason: string
}

export type ProgramImportRow = SettledRow<ProgramFileKind> | RefusedRow

/** What an import did or would do, row by row; `programId` is the external id of the program. */
export interface ProgramImportReport {
  readonly programId: string
  readonly results: ReadonlyArray<ProgramImportRow>
}

/** The rows that stand in the way. */
export const refusedIn = ({ results }: ProgramImportReport): ReadonlyArray<RefusedRow> =>
  results.filter((row) => row.outcome === "refused")
