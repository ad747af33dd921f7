import { Console, DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { reportLiability } from "../../domain/liability/reportLiability.ts"
import * as LiabilityBooksLayer from "../../layers/repositories/LiabilityBooksLayer.ts"
import { calendarDate, json } from "../flags.ts"
import { overDatabase } from "../overDatabase.ts"
import { printJson } from "../printJson.ts"
import { progressBar } from "../progressBar.ts"
import { Refused } from "../Refused.ts"
import { liabilityCsv, liabilityTable } from "./liabilityText.ts"

const books = overDatabase(LiabilityBooksLayer.layerSql)

const config = {
  asOf: calendarDate("as-of").pipe(Flag.withDescription("Last day of the report, not after today (UTC)")),
  from: calendarDate("from").pipe(
    Flag.withDescription("First day of the report [default: the first of the month of --as-of]"),
    Flag.optional
  ),
  json,
  csv: Flag.Boolean("csv").pipe(
    Flag.withDescription("Print the result as CSV, one line per figure"),
    Flag.withDefault(false)
  )
}

/** Reports the points owed to members at the end of a day and the movements of the period. Read-only. */
export const liability = Command.make(
  "liability",
  config,
  Effect.fn("report liability")(function* ({ asOf, csv, from, json: asJson }) {
    const days = { asOf, from: Option.getOrElse(from, () => `${asOf.slice(0, 8)}01`) }
    if (asJson && csv) return yield* new Refused({ message: "Choose either --json or --csv." })
    if (days.from > asOf) return yield* new Refused({ message: `--from ${days.from} is after --as-of ${asOf}.` })
    const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
    if (asOf > today)
      return yield* new Refused({ message: `--as-of ${asOf} is in the future: today is ${today} (UTC).` })
    const bar = progressBar(process.stderr)
    const report = yield* Effect.ensuring(
      reportLiability(days, ({ entries, read }) => bar.show("", { done: read, all: entries, unit: "entries" })),
      bar.end
    ).pipe(Effect.provide(books))
    if (asJson) yield* printJson(report)
    else yield* Console.log(csv ? liabilityCsv(report) : liabilityTable(report))
  })
).pipe(
  Command.withDescription(
    "Report the points owed to members at the end of a day, by month of expiry, with all movements and open claims"
  ),
  Command.withExamples([
    {
      command: "hub report liability --as-of 2026-10-31",
      description: "October: opening balance, movements, closing balance"
    },
    {
      command: "hub report liability --as-of 2026-12-31 --from 2026-01-01 --csv",
      description: "A full year, for a spreadsheet"
    }
  ])
)
