import type { CatalogQuery } from "../../domain/properties/PropertyCatalog.ts"
import { type Bounds, boundsAround } from "../../domain/places/geo.ts"
import type { Circle, PropertyFilter, Region, StayDates } from "../../domain/properties/PropertyFilter.ts"
import {
  type Bind,
  boundPlace,
  boxText,
  distanceText,
  filterText,
  type StatementText,
  statementText
} from "./propertyFilterText.ts"
import { propertyItemColumnsAt } from "./propertyItemColumns.ts"

/** `rankOf` as SQL. */
const rankText = (bind: Bind, seed: number) => {
  const once = `(((${bind(String(seed), "bigint")} # p.id) * 668265261) & 4294967295)`
  const luck = `((((${once} # (${once} >> 15)) * 374761393) & 4294967295) >> 8)`
  const quality = `(
    floor(coalesce(p.guest_rating, 3) * 100 + 0.5)::integer
    + least(coalesce(p.review_count, 0), 500) / 5
    + coalesce(p.star_rating, 2) * 20
  )`
  return `(${quality} * 16384 + ${luck})`
}

/** The box around a circle, or two at the antimeridian. */
const boxesOf = (circle: Circle): ReadonlyArray<Bounds> => {
  const bounds = boundsAround(circle, circle.radiusKm)
  return bounds.west <= bounds.east
    ? [bounds]
    : [
        { ...bounds, east: 180 },
        { ...bounds, west: -180 }
      ]
}

/** The sort order of a search, ascending; the id breaks ties. */
const orderText = (bind: Bind, { origin, seed, sort }: CatalogQuery, cost: string) => {
  switch (sort) {
    case "price_low":
      return cost
    case "price_high":
      return `-(${cost})`
    case "rating":
      return "-p.guest_rating"
    case "distance":
      // Rounded to the millimetre, so that equal distances stay equal despite floating-point errors.
      return origin === undefined ? "0" : `floor(${distanceText(boundPlace(bind, origin))} * 1000000 + 0.5)`
    case "recommended":
      return `-${rankText(bind, seed)}`
  }
}

const markersText = `
  (SELECT coalesce(json_agg(json_build_object(
      'id', m.id, 'latitude', m.latitude, 'longitude', m.longitude, 'nightlyCost', m.cost
    ) ORDER BY m.place, m.id), '[]') FROM matched m)`

/**
 * A page of a search as one row: `total`, the bounds, `items` and `markers` in order. Only the properties of the page
 * are read in full; with a cap only the first matches are counted.
 */
export const searchStatement = (query: CatalogQuery): StatementText =>
  statementText((bind) => {
    const { cost, from, where } = filterText(bind, query.filter)
    const order = orderText(bind, query, cost)
    const capped = query.markerCap === undefined ? "" : `ORDER BY place, p.id LIMIT ${bind(query.markerCap, "integer")}`
    return `
      WITH matched AS MATERIALIZED (
        SELECT p.id, p.latitude, p.longitude, ${cost} AS cost, ${order} AS place
        FROM ${from} WHERE ${where} ${capped}
      ), page AS (
        SELECT m.id, m.cost, m.place FROM matched m
        ORDER BY m.place, m.id LIMIT ${bind(query.limit, "integer")} OFFSET ${bind(String(query.offset), "bigint")}
      )
      SELECT
        count(*)::integer AS total, max(m.latitude) AS north, min(m.latitude) AS south, max(m.longitude) AS east,
        min(m.longitude) AS west, min(m.longitude) FILTER (WHERE m.longitude >= 0) AS "westmostEastern",
        max(m.longitude) FILTER (WHERE m.longitude < 0) AS "eastmostWestern",
        (SELECT coalesce(json_agg(i.item ORDER BY i.place, i.id), '[]') FROM (
          SELECT page.place, page.id, (SELECT to_json(o) FROM (SELECT ${propertyItemColumnsAt("page.cost")}) o) AS item
          FROM page
          JOIN properties p ON p.id = page.id
          JOIN brands b ON b.organization_id = p.organization_id AND b.id = p.brand_id
        ) i) AS items,
        ${query.markerCap === undefined ? "'[]'::json" : markersText} AS markers
      FROM matched m`
  })

/**
 * All matches of a map as one row of parallel arrays, ordered by id: one row per match would cost more to read than to
 * find.
 */
export const pointsStatement = (filter: PropertyFilter): StatementText =>
  statementText((bind) => {
    const { available, cost, from, where } = filterText(bind, filter)
    return `
      SELECT coalesce(json_agg(m.id), '[]') AS ids, coalesce(json_agg(m.latitude), '[]') AS latitudes,
        coalesce(json_agg(m.longitude), '[]') AS longitudes, coalesce(json_agg(m.cost), '[]') AS "nightlyCosts",
        coalesce(json_agg(m.available), '[]') AS available
      FROM (
        SELECT p.id, p.latitude, p.longitude, ${cost} AS cost, ${available} AS available
        FROM ${from} WHERE ${where} ORDER BY p.id
      ) m`
  })

/** The number of matches. */
export const countStatement = (filter: PropertyFilter): StatementText =>
  statementText((bind) => {
    const { from, where } = filterText(bind, filter)
    return `SELECT count(*)::integer AS count FROM ${from} WHERE ${where}`
  })

/** The number of matches per circle: a row for each that has any, `circle` counting from 1. */
export const countAroundStatement = (circles: ReadonlyArray<Circle>): StatementText =>
  statementText((bind) => {
    const boxes = circles.flatMap((circle, index) =>
      boxesOf(circle).map((box) => ({ ...circle, ...box, index: index + 1 }))
    )
    const column = (name: keyof (typeof boxes)[number]) =>
      bind(
        boxes.map((box) => String(box[name])),
        "float8[]"
      )
    return `
      SELECT c.circle::integer AS circle, sum(n.count)::integer AS count
      FROM unnest(
        ${column("index")}, ${column("latitude")}, ${column("longitude")}, ${column("radiusKm")},
        ${column("west")}, ${column("south")}, ${column("east")}, ${column("north")}
      ) c (circle, latitude, longitude, radius, west, south, east, north)
      CROSS JOIN LATERAL (
        SELECT count(*) AS count FROM properties p
        WHERE p.status = 'published' AND ${boxText("c.west", "c.south", "c.east", "c.north")}
          AND ${distanceText({ latitude: "c.latitude", longitude: "c.longitude" })} <= c.radius
      ) n
      GROUP BY c.circle`
  })

/** Separates the spellings of a country: `searchText` leaves no line breaks. */
const separator = "\n"

/** The number of matches per region: a row for each that has any, `region` counting from 1. */
export const countWithinStatement = (regions: ReadonlyArray<Region>): StatementText =>
  statementText((bind) => {
    const states = regions.flatMap(({ country, state }, index) =>
      [...new Set(state)].map((name) => ({ region: String(index + 1), name, countries: country.join(separator) }))
    )
    const column = (name: keyof (typeof states)[number], type: string) =>
      bind(
        states.map((state) => state[name]),
        type
      )
    return `
      SELECT r.region, count(*)::integer AS count
      FROM unnest(
        ${column("region", "integer[]")}, ${column("name", "text[]")}, ${column("countries", "text[]")}
      ) r (region, name, countries)
      JOIN properties p ON p.status = 'published' AND p.search_state = r.name COLLATE "C"
        AND p.search_country = ANY(string_to_array(r.countries, ${bind(separator, "text")}))
      GROUP BY r.region`
  })

/** Properties by document id, at their price for the stay. */
export const itemsStatement = (documentIds: ReadonlyArray<string>, stay: StayDates | undefined): StatementText =>
  statementText((bind) => {
    const { cost, from, where } = filterText(bind, { stay })
    return `
      SELECT ${propertyItemColumnsAt(cost)}
      FROM ${from}
      JOIN brands b ON b.organization_id = p.organization_id AND b.id = p.brand_id
      WHERE p.document_id = ANY(${bind(documentIds, "text[]")}) AND ${where}`
  })

const counted = (values: string) => `
  SELECT coalesce(json_agg(json_build_object('id', c.id, 'count', c.count) ORDER BY c.count DESC, c.id COLLATE "C"), '[]')
  FROM (SELECT v.id, count(*)::integer AS count FROM ${values} v (id) GROUP BY v.id) c`

/** The available filter choices, as one row. */
export const filtersStatement: StatementText = {
  text: `
    WITH published AS MATERIALIZED (
      SELECT p.organization_id, p.brand_id, p.property_type, p.nightly_cost_points, p.max_guests, p.amenities, p.tags
      FROM properties p WHERE p.status = 'published'
    )
    SELECT
      (${counted("published, unnest(amenities)")}) AS amenities,
      (${counted("(SELECT property_type FROM published)")}) AS "propertyTypes",
      (
        SELECT coalesce(json_agg(
          json_build_object('id', b.document_id, 'name', b.name, 'count', f.count) ORDER BY f.count DESC, b.document_id
        ), '[]')
        FROM (SELECT organization_id, brand_id, count(*)::integer AS count FROM published GROUP BY 1, 2) f
        JOIN brands b ON b.organization_id = f.organization_id AND b.id = f.brand_id
      ) AS brands,
      (${counted("published, unnest(tags)")}) AS tags,
      (
        SELECT json_build_object(
          'min', coalesce(min(nightly_cost_points), 0), 'max', coalesce(max(nightly_cost_points), 0)
        ) FROM published
      ) AS "priceRange",
      (SELECT coalesce(max(max_guests), 0) FROM published) AS "maxGuests"`,
  parameters: []
}
