import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { verifyLedger } from "../../domain/verify/verifyLedger.ts"
import * as LedgerBooksLayer from "../../layers/repositories/LedgerBooksLayer.ts"
import { json } from "../flags.ts"
import { overDatabase } from "../overDatabase.ts"
import { printJson } from "../printJson.ts"
import { progressBar } from "../progressBar.ts"
import { Refused } from "../Refused.ts"
import { table } from "../table.ts"

const books = overDatabase(LedgerBooksLayer.layerSql)

/** Replays the whole ledger and reports inconsistencies; fails if there are any. Read-only. */
export const ledger = Command.make(
  "ledger",
  { json },
  Effect.fn("verify ledger")(function* (options) {
    const bar = progressBar(process.stderr)
    const { count, entries, findings, members } = yield* Effect.ensuring(
      verifyLedger(({ entries: all, read: done }) => bar.show("", { done, all, unit: "entries" })),
      bar.end
    )
    if (options.json) yield* printJson({ entries, members, count, findings })
    else {
      yield* Console.log(
        `${entries} entries of ${members} members: ${count === 0 ? "everything agrees" : `${count} findings`}`
      )
      const rows = findings.map(({ actual, check, expected, subject }) => [
        check,
        subject,
        `${expected}, but ${actual}`
      ])
      if (rows.length > 0) yield* Console.log(table([["check", "subject", "expected, but found"], ...rows]))
    }
    if (count > 0) return yield* new Refused({ message: `${count} findings in the ledger.` })
  }, Effect.provide(books))
).pipe(
  Command.withDescription(
    "Replay every ledger entry and check balances, lots and their order, refunds, transfers, activity, stays, claims and their codes, code pools, redemption records, favorites and notifications"
  ),
  Command.withExamples([
    { command: "hub verify ledger", description: "Check the database at DATABASE_URL, or the embedded one" },
    {
      command: "hub verify ledger --json",
      description: "Print JSON; exit code 1 if there are findings"
    }
  ])
)
