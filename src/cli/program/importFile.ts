import { Console, Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { importProgramFile } from "../../domain/programFiles/importProgramFile.ts"
import {
  type ProgramImportReport,
  type ProgramImportRow,
  refusedIn
} from "../../domain/programFiles/ProgramImportReport.ts"
import { readProgramFile } from "../../domain/programFiles/readProgramFile.ts"
import * as AtomicLayer from "../../layers/AtomicLayer.ts"
import * as ArrivalRebuildsLayer from "../../layers/repositories/ArrivalRebuildsLayer.ts"
import * as AuditLogLayer from "../../layers/repositories/AuditLogLayer.ts"
import * as EnrolmentsLayer from "../../layers/repositories/EnrolmentsLayer.ts"
import * as OrganizationsLayer from "../../layers/repositories/OrganizationsLayer.ts"
import * as ProgramsLayer from "../../layers/repositories/ProgramsLayer.ts"
import * as RowStoreLayer from "../../layers/RowStoreLayer.ts"
import { fileArgument } from "../fileArgument.ts"
import { dryRunFlag, json } from "../flags.ts"
import { organizationOf } from "../organizationOf.ts"
import { overDatabase } from "../overDatabase.ts"
import { printJson } from "../printJson.ts"
import { readDocument } from "../readDocument.ts"
import { Refused } from "../Refused.ts"
import { table } from "../table.ts"

const services = overDatabase(
  Layer.mergeAll(
    ArrivalRebuildsLayer.layerSql,
    AtomicLayer.layerSql,
    AuditLogLayer.layerSql,
    EnrolmentsLayer.layerSql,
    OrganizationsLayer.layerSql,
    ProgramsLayer.layerSql,
    RowStoreLayer.layerSql
  )
)

const words = { created: "create", updated: "change", unchanged: "keep", refused: "refuse" } as const

/** What the plan says of a row after its key: why it is refused, or how a set changes. */
const detailOf = (row: ProgramImportRow) => {
  if (row.outcome === "refused") return row.reason
  if (!("added" in row)) return undefined
  const { added, removed } = row
  const parts = [
    ...(added.length > 0 ? [`adds ${added.join(", ")}`] : []),
    ...(removed.length > 0 ? [`removes ${removed.join(", ")}`] : [])
  ]
  return parts.length > 0 ? parts.join("; ") : "in another order"
}

const planOf = ({ results }: ProgramImportReport) =>
  table(
    results.map((row) => {
      const detail = detailOf(row)
      return [words[row.outcome], row.kind, detail === undefined ? row.key : `${row.key}: ${detail}`]
    })
  )

/** Prints the plan of an import row by row and executes it, unless a row is refused or it is a dry run. */
export const importFile = Command.make(
  "import",
  {
    file: fileArgument("Path of a file from `hub program export`"),
    organization: Flag.String("organization").pipe(
      Flag.withMetavar("ORGANIZATION"),
      Flag.withDescription("Slug or id of the target organization [default: the one in the file]"),
      Flag.optional
    ),
    dryRun: dryRunFlag,
    json
  },
  Effect.fn("program import")(function* ({ dryRun, file, json: asJson, organization }) {
    const content = yield* readProgramFile(yield* readDocument(file))
    const { id } = yield* organizationOf(Option.getOrElse(organization, () => content.organization))
    const report = yield* importProgramFile(id, content, { isTrial: dryRun })
    const refused = refusedIn(report).length
    const isWritten = !dryRun && refused === 0
    yield* asJson
      ? printJson({ ...report, dryRun, imported: isWritten })
      : Console.log(
          [planOf(report), "", isWritten ? `Imported program ${report.programId}.` : "Nothing was written."].join("\n")
        )
    if (refused > 0) return yield* new Refused({ message: `${refused} rows of the file cannot be imported.` })
  }, Effect.provide(services))
).pipe(
  Command.withDescription(
    "Import a program from a file in one transaction. Rows are created or changed, never removed; the venues of the program and its benefits and the benefits of groups become those of the file. Repeating it changes nothing"
  ),
  Command.withExamples([
    { command: "hub program import --dry-run program.json", description: "Preview the changes" },
    { command: "hub program import --organization SLUG program.json", description: "Import into another organization" }
  ])
)
