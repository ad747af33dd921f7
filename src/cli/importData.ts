import { Command } from "effect/cli"
import { insight } from "./import/insight.ts"
import { members } from "./import/members.ts"
import { places } from "./import/places.ts"
import { reservations } from "./import/reservations.ts"

/** Imports data into the configured database. */
export const importData = Command.make("import").pipe(
  Command.withDescription("Import public data or an organization's data"),
  Command.withExamples([
    { command: "hub import places --format geonames cities500.txt", description: "Cities for suggestions" },
    { command: "hub import insight --organization grand guests.ndjson", description: "Guest intelligence" },
    {
      command: "hub import reservations --organization grand stays.ndjson",
      description: "Reservations from a hotel system"
    }
  ]),
  Command.withSubcommands([places, members, reservations, insight])
)
