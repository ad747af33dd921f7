import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { importInsight } from "../../domain/insight/importInsight.ts"
import { instant } from "../flags.ts"
import { insightServices } from "../insightServices.ts"
import { organizationOf } from "../organizationOf.ts"
import { chunksOf } from "./chunksOf.ts"
import { lineImportConfig } from "./lineImportConfig.ts"
import { makeLineProgress } from "./makeLineProgress.ts"
import { reportLines } from "./reportLines.ts"

const nextRun = instant("next-run").pipe(
  Flag.withDescription("When the next delivery is planned (ISO 8601); shown in the statistics"),
  Flag.optional
)

/** Imports an organization's guest intelligence and reports rejected lines. */
export const insight = Command.make(
  "insight",
  { ...lineImportConfig, nextRun },
  Effect.fn("import insight")(function* ({ nextRun: next, organization, ...options }) {
    const { id } = yield* organizationOf(organization)
    const report = yield* importInsight({
      organizationId: id,
      chunks: chunksOf(options.file),
      dryRun: options.dryRun,
      nextRunAt: Option.getOrNull(next),
      onProgress: makeLineProgress()
    })
    yield* reportLines("records", report, options)
  }, Effect.provide(insightServices))
).pipe(
  Command.withDescription(
    "Import guest intelligence from NDJSON; guests from earlier imports are updated. Exit code 1 if a line is rejected"
  ),
  Command.withExamples([
    {
      command: "hub import insight --organization grand guests.ndjson --dry-run",
      description: "Validate a file without changing anything"
    },
    {
      command: "hub import insight --organization grand guests.ndjson --next-run 2026-05-12T04:00:00Z --json",
      description: "Import it and report as JSON"
    }
  ])
)
