import { Command } from "effect/cli"
import { places } from "./import/places.ts"

/** Imports of public data into the configured database. */
export const importData = Command.make("import").pipe(
  Command.withDescription("Import public data"),
  Command.withExamples([
    { command: "hub import places --format geonames cities500.txt", description: "Cities for suggestions" }
  ]),
  Command.withSubcommands([places])
)
