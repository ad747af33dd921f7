import { Console, Effect } from "effect"
import type { ImportReport } from "../../domain/imports/ImportReport.ts"
import { printJson } from "../printJson.ts"
import { refuseRejected } from "./refuseRejected.ts"

const summary = (what: string, { created, lines, rejected, rejections, unchanged, updated }: ImportReport) => [
  `${lines} lines read: ${created} ${what} created, ${updated} updated, ${unchanged} unchanged; ${rejected} rejected.`,
  ...rejections.map(({ line, reason }) => `line ${line}: ${reason}`),
  ...(rejected > rejections.length ? [`and ${rejected - rejections.length} more`] : [])
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
