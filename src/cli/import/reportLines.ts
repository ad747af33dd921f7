import { Console, Effect } from "effect"
import type { ImportReport } from "../../domain/imports/ImportReport.ts"
import { printJson } from "../printJson.ts"
import { rejectedLines } from "./rejectedLines.ts"
import { refuseRejected } from "./refuseRejected.ts"

const summary = (what: string, report: ImportReport) => [
  `${report.lines} lines read: ${report.created} ${what} created, ${report.updated} updated, ` +
    `${report.unchanged} unchanged; ${report.rejected} rejected.`,
  ...rejectedLines(report)
]

/** Prints the report of an import; `what` names the records in the plural. Fails if lines were rejected. */
export const reportLines = Effect.fnUntraced(function* (
  what: string,
  report: ImportReport,
  { dryRun, json }: { readonly json: boolean; readonly dryRun: boolean }
) {
  yield* json
    ? printJson({ dryRun, ...report })
    : Console.log(
        [...summary(what, report), ...(dryRun ? ["Nothing was changed: this was a dry run."] : [])].join("\n")
      )
  yield* refuseRejected(report.rejected)
})
