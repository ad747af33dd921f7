/** The outcome for the row that a line describes. */
export type ImportOutcome = "created" | "updated" | "unchanged"

export interface RejectedLine {
  /** Counted from 1. */
  readonly line: number
  readonly reason: string
}

/** The number of lines by outcome, with the first thousand rejections. Blank lines count only in `lines`. */
export interface ImportReport {
  readonly lines: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  readonly rejections: ReadonlyArray<RejectedLine>
}
