import type { ImportReport } from "../../domain/imports/ImportReport.ts"

/** A line per reported rejection, and one for those that the report only counts. */
export const rejectedLines = ({
  rejected,
  rejections
}: Pick<ImportReport, "rejected" | "rejections">): ReadonlyArray<string> => [
  ...rejections.map(({ line, reason }) => `line ${line}: ${reason}`),
  ...(rejected > rejections.length ? [`and ${rejected - rejections.length} more`] : [])
]
