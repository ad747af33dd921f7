import { Command } from "effect/cli"
import { exportFile } from "./program/exportFile.ts"
import { importFile } from "./program/importFile.ts"

/** Exports and imports loyalty programs. */
export const program = Command.make("program").pipe(
  Command.withDescription("Export and import loyalty programs as files, such as between deployments"),
  Command.withExamples([
    { command: "hub program export ID > program.json", description: "Export a program" },
    { command: "hub program import --dry-run program.json", description: "Preview an import" }
  ]),
  Command.withSubcommands([exportFile, importFile])
)
