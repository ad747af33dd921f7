import { Command } from "effect/cli"
import { places } from "./import/places.ts"

/** Public data for the configured database. */
export const importData = Command.make("import").pipe(
  Command.withDescription("Import public data"),
  Command.withExamples([
    { command: "hub import places --format geonames cities500.txt", description: "Cities to suggest" }
  ]),
  Command.withSubcommands([places])
)
