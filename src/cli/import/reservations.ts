import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { csvRecord } from "../../domain/imports/csvRecord.ts"
import { ndjson, valueOf } from "../../domain/imports/ndjson.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { hostawayReservations } from "../../domain/reservations/hostawayReservations.ts"
import { importReservations, perProperty } from "../../domain/reservations/importReservations.ts"
import { mewsReservations } from "../../domain/reservations/mewsReservations.ts"
import { reservationColumns, ReservationLine } from "../../domain/reservations/ReservationLine.ts"
import { Venues } from "../../domain/venues/Venues.ts"
import { importServices } from "../importServices.ts"
import { organizationOf } from "../organizationOf.ts"
import { Refused } from "../Refused.ts"
import { chunksOf } from "./chunksOf.ts"
import { csvLines } from "./csvLines.ts"
import { formatOf, lineImportConfig } from "./lineImportConfig.ts"
import { makeLineProgress } from "./makeLineProgress.ts"
import { reportLines } from "./reportLines.ts"

const config = {
  ...lineImportConfig,
  format: Flag.Literals("format", ["ndjson", "csv", "mews", "hostaway"]).pipe(
    Flag.withDescription(
      "Format of the file: our own NDJSON or CSV, or one Mews or Hostaway reservation in JSON per line [default: csv for *.csv, otherwise ndjson]"
    ),
    Flag.optional
  ),
  property: Flag.String("property").pipe(
    Flag.withMetavar("ID"),
    Flag.withDescription("Document id of the venue that all lines belong to; for mews and hostaway, which require it"),
    Flag.optional
  ),
  perProperty: Flag.Boolean("per-property").pipe(
    Flag.withDescription("Ids are unique only within a property; they are stored as PROPERTY:ID"),
    Flag.withDefault(false)
  )
}

const venueOf = Effect.fnUntraced(function* (organizationId: OrganizationId, property: Option.Option<string>) {
  if (Option.isNone(property)) return yield* new Refused({ message: "--property is required with this format." })
  const venues = yield* Venues.use(({ list }) => list({ organizationIds: [organizationId], venueIds: "all" }))
  const venue = venues.find(({ id }) => id === property.value)
  return venue === undefined
    ? yield* new Refused({ message: `The organization has no venue ${property.value}.` })
    : { propertyId: venue.id, timezone: venue.timezone }
})

const readerOf = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { format, property }: { readonly format: string; readonly property: Option.Option<string> }
) {
  if (Option.isSome(property) && (format === "ndjson" || format === "csv")) {
    return yield* new Refused({
      message: "--property is only for mews and hostaway: lines of this format name their own venue."
    })
  }
  switch (format) {
    case "mews":
      return mewsReservations(yield* venueOf(organizationId, property))
    case "hostaway":
      return hostawayReservations(yield* venueOf(organizationId, property))
    case "csv":
      return csvRecord(valueOf(ReservationLine), reservationColumns.numbers)
    default:
      return ndjson(ReservationLine)
  }
})

/** Imports reservations from an organization's hotel system and reports rejected lines. */
export const reservations = Command.make(
  "reservations",
  config,
  Effect.fn("import reservations")(function* ({ organization, ...options }) {
    const { id } = yield* organizationOf(organization)
    const format = formatOf(options.file, options.format)
    const read = yield* readerOf(id, { format, property: options.property })
    const chunks = chunksOf(options.file)
    const report = yield* importReservations({
      organizationId: id,
      chunks: format === "csv" ? csvLines(options.file, reservationColumns.names, chunks) : chunks,
      read: options.perProperty ? perProperty(read) : read,
      dryRun: options.dryRun,
      onProgress: makeLineProgress()
    })
    yield* reportLines("reservations", report, options)
  }, Effect.provide(importServices))
).pipe(
  Command.withDescription(
    "Import reservations; those from earlier imports are updated with their points. Exit code 1 if a line is rejected"
  ),
  Command.withExamples([
    {
      command: "hub import reservations --organization grand stays.ndjson --dry-run",
      description: "Validate a file without changing anything"
    },
    {
      command: "hub import reservations --organization grand --per-property stays.csv",
      description: "Import CSV with reservation numbers that are only unique per hotel"
    },
    {
      command: "hub import reservations --organization grand --format mews --property VENUE mews.ndjson --json",
      description: "Import Mews reservations, one per line"
    }
  ])
)
