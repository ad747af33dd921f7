import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Timestamp } from "./columns.ts"

/** A time zone of venues with its offsets from UTC in seconds, one per day; null if the database does not know it. */
export const ZoneOffsets = Schema.Struct({ zone: Schema.String, offsets: Schema.NullOr(Schema.Array(Schema.Int)) })
export type ZoneOffsets = typeof ZoneOffsets.Type

/** The offsets that the database takes for the time zones of all venues, on `days` days from `start`. */
export const zoneOffsets = Effect.fnUntraced(function* (start: DateTime.Utc, days: number) {
  const sql = yield* SqlClient.SqlClient
  const select = SqlSchema.findAll({
    Request: Schema.Struct({ start: Timestamp, days: Schema.Int }),
    Result: ZoneOffsets,
    execute: (request) => sql`
      SELECT v.timezone AS zone, CASE WHEN n.name IS NOT NULL THEN ARRAY(
          SELECT extract(epoch FROM (t.at AT TIME ZONE v.timezone) - (t.at AT TIME ZONE 'UTC'))::integer
          FROM generate_series(0, ${request.days}::integer - 1) AS d (day)
          CROSS JOIN LATERAL (SELECT ${request.start}::timestamptz + d.day * interval '24 hours') AS t (at)
          ORDER BY d.day
        ) END AS offsets
      FROM (SELECT DISTINCT p.timezone FROM properties p) v
      LEFT JOIN pg_timezone_names n ON lower(n.name) = lower(v.timezone)
      ORDER BY v.timezone`
  })
  return yield* select({ start, days })
})
