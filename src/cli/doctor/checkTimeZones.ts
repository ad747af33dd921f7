import { DateTime, Effect, Option } from "effect"
import { type ZoneOffsets, zoneOffsets } from "../../sql/statements/zoneOffsets.ts"
import { type Check, ok, warn } from "./Check.ts"

/** More than a year, so that every yearly change of the clocks is among them. */
const days = 400

const maxNamed = 5

/** The first day on which Node and the database disagree about a zone, as text; undefined if they agree. */
const differenceIn = ({ offsets, zone }: ZoneOffsets, start: DateTime.Utc): string | undefined => {
  const named = Option.getOrUndefined(DateTime.zoneMakeNamed(zone))
  if (offsets === null) return `${zone} (unknown to the database)`
  if (named === undefined) return `${zone} (unknown to Node)`
  const dayOf = (index: number) => DateTime.add(start, { hours: 24 * index })
  const differs = offsets.findIndex(
    (seconds, index) => DateTime.zonedOffset(DateTime.setZone(dayOf(index), named)) !== seconds * 1000
  )
  return differs < 0 ? undefined : `${zone} (from ${DateTime.formatIsoDate(dayOf(differs))})`
}

/** Compares the offsets of Node and of the database day by day from `start`. */
export const timeZoneCheck = (zones: ReadonlyArray<ZoneOffsets>, start: DateTime.Utc): Check => {
  const name = "time zones"
  const differences = zones.flatMap((zone) => differenceIn(zone, start) ?? [])
  if (differences.length === 0) return ok(name, `Node and the database agree on those of the venues (${zones.length})`)
  const rest = differences.length - maxNamed
  const listed = [...differences.slice(0, maxNamed), ...(rest > 0 ? [`${rest} more`] : [])].join(", ")
  return warn(name, `Node (tzdata ${process.versions.tz}) and the database differ on ${listed}: update the older one`)
}

/** Checks that dates of venues do not depend on whether Node or the database computes them. */
export const checkTimeZones = Effect.gen(function* () {
  const start = yield* DateTime.now
  return timeZoneCheck(yield* zoneOffsets(start, days), start)
})
