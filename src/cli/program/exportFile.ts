import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { exportProgram } from "../../domain/programFiles/exportProgram.ts"
import * as RowStoreLayer from "../../layers/RowStoreLayer.ts"
import { overDatabase } from "../overDatabase.ts"
import { printJson } from "../printJson.ts"

const services = overDatabase(RowStoreLayer.layerSql)

/** Prints a program as a file for `hub program import`. Equal programs produce identical bytes. */
export const exportFile = Command.make(
  "export",
  { id: Argument.String("id").pipe(Argument.withDescription("External id of the program")) },
  Effect.fn("program export")(({ id }) => Effect.flatMap(exportProgram(id), printJson), Effect.provide(services))
).pipe(
  Command.withDescription(
    "Print a program with its tiers, earning rules, benefits, groups, overrides, entitlements and code pools as JSON"
  ),
  Command.withExamples([
    { command: "hub program export ID > program.json", description: "Codes and members are not included" }
  ])
)
