import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Place } from "../../domain/places/Place.ts"
import type { Places } from "../../domain/places/Places.ts"
import { SuggestionType } from "../../domain/places/Suggestion.ts"
import { placesStatement } from "../fragments/placesStatement.ts"

const Query = Schema.Struct({ text: Schema.String, types: Schema.Array(SuggestionType), limit: Schema.Int })

const FoundRow = Schema.Struct({
  id: Schema.String,
  type: SuggestionType,
  name: Schema.String,
  subtitle: Schema.NullOr(Schema.String),
  region: Schema.NullOr(Schema.String),
  adminCode: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
  latitude: Schema.Finite,
  longitude: Schema.Finite,
  radiusKm: Schema.NullOr(Schema.Finite),
  airportCode: Schema.NullOr(Schema.String)
})

const RegionRow = Schema.Struct({
  name: Schema.String,
  adminCode: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String)
})

const { id: _, ...fields } = Place.fields

const NewPlace = Schema.Struct(fields)

const columns = `
  source_id, kind, name, subtitle, country_code, admin_code, latitude, longitude, radius_km, prominence, airport_code`

/** Places in this database. */
export const makePlacesSql: Effect.Effect<Places["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const select = SqlSchema.findAll({
    Request: Query,
    Result: FoundRow,
    execute: (query) => {
      const { parameters, text } = placesStatement(query)
      return sql.unsafe(text, parameters)
    }
  })

  const selectRegions = SqlSchema.findAll({
    Request: Schema.String,
    Result: RegionRow,
    execute: (name) => sql`
      SELECT pl.name, pl.admin_code AS "adminCode", pl.country_code AS country
      FROM places pl WHERE pl.search_name = ${name} AND pl.kind = 'region'`
  })

  const insertRows = SqlSchema.void({
    Request: Schema.Array(NewPlace),
    execute: (rows) => {
      // The driver cannot infer the type of a list of nulls.
      const list = (name: keyof (typeof rows)[number]) => rows.map((row) => String(row[name] ?? ""))
      return sql`
        INSERT INTO places (${sql.literal(columns)})
        SELECT
          n.source_id, n.kind, n.name, nullif(n.subtitle, ''), nullif(n.country_code, ''), nullif(n.admin_code, ''),
          n.latitude, n.longitude, n.radius_km, n.prominence, nullif(n.airport_code, '')
        FROM unnest(
          ${list("sourceId")}::text[], ${list("kind")}::text[], ${list("name")}::text[], ${list("subtitle")}::text[],
          ${list("countryCode")}::text[], ${list("adminCode")}::text[], ${list("latitude")}::float8[],
          ${list("longitude")}::float8[], ${list("radiusKm")}::float8[], ${list("prominence")}::integer[],
          ${list("airportCode")}::text[]
        ) n (${sql.literal(columns)})
        ON CONFLICT ON CONSTRAINT places_source_id_key DO UPDATE SET
          kind = excluded.kind, name = excluded.name, subtitle = excluded.subtitle,
          country_code = excluded.country_code, admin_code = excluded.admin_code, latitude = excluded.latitude,
          longitude = excluded.longitude, radius_km = excluded.radius_km, prominence = excluded.prominence,
          airport_code = excluded.airport_code`
    }
  })

  return {
    list: (query) => Effect.orDie(select(query)),
    listRegions: (name) => Effect.orDie(selectRegions(name)),
    insert: (places) => (places.length === 0 ? Effect.void : Effect.orDie(insertRows(places)))
  }
})
