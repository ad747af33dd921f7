import { Command } from "effect/cli"
import { exportFile } from "./program/exportFile.ts"
import { importFile } from "./program/importFile.ts"

/** Loyalty programs as files. */
export const program = Command.make("program").pipe(
  Command.withDescription("Carry a loyalty program from one deployment to another as a file"),
  Command.withExamples([
    { command: "hub program export ID > program.json", description: "A program as a file" },
    { command: "hub program import --dry-run program.json", description: "What importing it would do" }
  ]),
  Command.withSubcommands([exportFile, importFile])
)
