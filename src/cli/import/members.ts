import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { csvRecord } from "../../domain/imports/csvRecord.ts"
import { ndjson, valueOf } from "../../domain/imports/ndjson.ts"
import { importMembers } from "../../domain/members/importMembers.ts"
import { memberColumns, MemberLine } from "../../domain/members/MemberLine.ts"
import { importServices } from "../importServices.ts"
import { organizationOf } from "../organizationOf.ts"
import { chunksOf } from "./chunksOf.ts"
import { csvLines } from "./csvLines.ts"
import { formatOf, lineImportConfig } from "./lineImportConfig.ts"
import { makeLineProgress } from "./makeLineProgress.ts"
import { reportLines } from "./reportLines.ts"

const config = {
  ...lineImportConfig,
  format: Flag.Literals("format", ["ndjson", "csv"]).pipe(
    Flag.withDescription(
      "Format of the file: one JSON object per line, or CSV with a header [default: csv for *.csv, otherwise ndjson]"
    ),
    Flag.optional
  )
}

/** Imports the members of an organization's programs and reports rejected lines. */
export const members = Command.make(
  "members",
  config,
  Effect.fn("import members")(function* ({ organization, ...options }) {
    const { id } = yield* organizationOf(organization)
    const isCsv = formatOf(options.file, options.format) === "csv"
    const chunks = chunksOf(options.file)
    const report = yield* importMembers({
      organizationId: id,
      chunks: isCsv ? csvLines(options.file, memberColumns, chunks) : chunks,
      read: isCsv ? csvRecord(valueOf(MemberLine), []) : ndjson(MemberLine),
      dryRun: options.dryRun,
      onProgress: makeLineProgress()
    })
    yield* reportLines("members", report, options)
  }, Effect.provide(importServices))
).pipe(
  Command.withDescription(
    "Import members and enrol them in a program; members from earlier imports are updated. Exit code 1 if a line is rejected"
  ),
  Command.withExamples([
    {
      command: "hub import members --organization grand members.ndjson --dry-run",
      description: "Validate a file without changing anything"
    },
    { command: "hub import members --organization grand members.csv --json", description: "Import CSV" }
  ])
)
