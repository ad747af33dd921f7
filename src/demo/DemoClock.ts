import { DateTime } from "effect"

type Parts = Partial<DateTime.DateTime.PartsForMath>

/** The times of the demo data, all relative to one `now` and in whole seconds. */
export interface DemoClock {
  readonly now: DateTime.Utc
  readonly ago: (parts: Parts) => DateTime.Utc
  readonly ahead: (parts: Parts) => DateTime.Utc
  /** The calendar date `days` from today, where today is the date in `timezone`. */
  readonly date: (timezone: string, days: number) => string
}

export const makeDemoClock = (time: DateTime.Utc): DemoClock => {
  const now = DateTime.mapEpochMillis(time, (millis) => Math.floor(millis / 1000) * 1000)
  return {
    now,
    ago: (parts) => DateTime.subtract(now, parts),
    ahead: (parts) => DateTime.add(now, parts),
    date: (timezone, days) => {
      const today = DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(now, timezone))
      return DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(`${today}T00:00:00Z`), { days }))
    }
  }
}
