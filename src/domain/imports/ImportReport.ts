/** What became of a row that a line describes. */
export type ImportOutcome = "created" | "updated" | "unchanged"

export interface RejectedLine {
  /** Counted from 1. */
  readonly line: number
  readonly reason: string
}

/** The number of lines by outcome, with the first thousand rejected ones. Blank lines are read and not counted else. */
export interface ImportReport {
  readonly lines: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  readonly rejections: ReadonlyArray<RejectedLine>
}
