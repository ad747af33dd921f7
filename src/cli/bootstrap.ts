import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { type BootstrapReport, bootstrapKinds } from "../domain/bootstrap/BootstrapReport.ts"
import { importBootstrap, planBootstrap } from "../domain/bootstrap/importBootstrap.ts"
import { readBootstrap } from "../domain/bootstrap/readBootstrap.ts"
import { bootstrapServices } from "./bootstrapServices.ts"
import { fileArgument } from "./fileArgument.ts"
import { dryRunFlag, json } from "./flags.ts"
import { printJson } from "./printJson.ts"
import { readDocument } from "./readDocument.ts"
import { table } from "./table.ts"

const outcomes = ["created", "updated", "unchanged"] as const

/** Counts rows by kind and outcome. */
const tally = ({ results }: BootstrapReport) =>
  bootstrapKinds.flatMap((kind) => {
    const ofKind = results.filter((result) => result.kind === kind)
    const [created = 0, updated = 0, unchanged = 0] = outcomes.map(
      (outcome) => ofKind.filter((result) => result.outcome === outcome).length
    )
    return ofKind.length === 0 ? [] : [{ kind, created, updated, unchanged }]
  })

const textOf = (report: BootstrapReport, isDry: boolean) => {
  const changed = report.results.filter(({ outcome }) => outcome !== "unchanged")
  const counts = tally(report).map((row) => [row.kind, ...outcomes.map((outcome) => String(row[outcome]))])
  return [
    ...(changed.length === 0 ? [] : [table(changed.map(({ key, kind, outcome }) => [outcome, kind, key])), ""]),
    table([["kind", ...outcomes], ...counts]),
    "",
    changed.length === 0
      ? `Everything is unchanged in organization ${report.organization}.`
      : isDry
        ? "Nothing was written: this was a dry run."
        : `The organization's id is ${report.organization}; run \`hub keys create\` to create its keys.`
  ].join("\n")
}

/** Imports the initial data of an organization from one file; idempotent. */
export const bootstrap = Command.make(
  "bootstrap",
  {
    file: fileArgument("Path of a YAML or JSON file"),
    dryRun: dryRunFlag,
    json
  },
  Effect.fn("bootstrap")(function* ({ dryRun, file, json: asJson }) {
    const content = yield* readBootstrap(yield* readDocument(file))
    const report = yield* Effect.provide(dryRun ? planBootstrap(content) : importBootstrap(content), bootstrapServices)
    const { organization, results } = report
    yield* asJson
      ? printJson({ organization, dryRun, kinds: tally(report), results })
      : Console.log(textOf(report, dryRun))
  })
).pipe(
  Command.withDescription(
    "Import an organization with brands, venues, workspaces, integrations, program and operators from one file; rows are created or updated, never removed"
  ),
  Command.withExamples([
    { command: "hub bootstrap --dry-run organization.yaml", description: "Preview the changes" },
    { command: "hub bootstrap organization.yaml", description: "Apply them; repeating it changes nothing" }
  ])
)
