import { minSimilarityLength, type PlacesQuery } from "../../domain/places/Places.ts"
import { literalText } from "./literalText.ts"
import { type Bind, type StatementText, statementText } from "./propertyFilterText.ts"

/** The result columns of a step: a row of the table named by `kind`, and its sort key. */
const steps = "step, likeness, kind, id, prominence"

/** An upper bound in byte order of all texts that begin with `text`. */
const beyond = (text: string) => `${text}\u{10ffff}`

/** One way to find names, with their similarity to the text. */
interface Step {
  readonly finds: (name: string) => string
  readonly likeness: (name: string) => string
}

const alike = () => "0::real"

const stepsFor = (bind: Bind, text: string): ReadonlyArray<Step> => {
  const needle = bind(text, "text")
  const [end, word] = [bind(beyond(text), "text"), bind(`% ${literalText(text)}%`, "text")]
  const begins = (name: string) => `${name} >= ${needle} AND ${name} < ${end}`
  return [
    { finds: begins, likeness: alike },
    // Finds no name a second time: the next step counts the rows of both.
    { finds: (name) => `${name} LIKE ${word} AND NOT (${begins(name)})`, likeness: alike },
    ...(text.length < minSimilarityLength
      ? []
      : [
          {
            finds: (name: string) => `(${name} % ${needle} OR ${needle} <% ${name})`,
            likeness: (name: string) => `greatest(similarity(${name}, ${needle}), word_similarity(${needle}, ${name}))`
          }
        ])
  ]
}

/**
 * The matches of a text, best first: airports with that code, names that begin with it, names with a later word that
 * does, similar names. A step runs only if the previous ones found too few; the first two are index-only.
 */
export const placesStatement = ({ limit, text, types }: PlacesQuery): StatementText =>
  statementText((bind) => {
    const most = bind(limit, "integer")
    const kinds = bind(types, "text[]")
    const first = `ORDER BY likeness DESC, prominence DESC, id LIMIT ${most}`
    const ofPlaces = (step: number, finds: string, likeness: string, gate: string) => `
      (SELECT ${step} AS step, ${likeness} AS likeness, 'place' AS kind, pl.source_id AS id, pl.prominence
      FROM places pl WHERE ${gate} AND pl.kind = ANY(${kinds}) AND ${finds} ${first})`
    const ofProperties = (step: number, finds: string, likeness: string, gate: string) => `
      (SELECT ${step} AS step, ${likeness} AS likeness, 'property' AS kind, p.document_id AS id,
        coalesce(p.review_count, 0) AS prominence
      FROM properties p WHERE ${gate} AND p.status = 'published' AND ${finds} ${first})`
    const sources = [
      ...(types.some((type) => type !== "property") ? [{ of: ofPlaces, name: "pl.search_name" }] : []),
      ...(types.includes("property") ? [{ of: ofProperties, name: "p.search_name" }] : [])
    ]
    const selects = stepsFor(bind, text).map(({ finds, likeness }, index) => {
      const before = Array.from({ length: index }, (_, n) => `(SELECT count(*) FROM step${n + 1})`)
      const gate = index === 0 ? "true" : `${before.join(" + ")} < ${most}`
      return sources.map(({ name, of }) => of(index + 1, finds(name), likeness(name), gate)).join(" UNION ALL ")
    })
    const ofCode = ofPlaces(0, `pl.airport_code = ${bind(text.toUpperCase(), "text")}`, alike(), "true")
    const all = ["step0", ...selects.map((_, index) => `step${index + 1}`)].map(
      (name) => `SELECT ${steps} FROM ${name}`
    )
    return `
      WITH step0 AS MATERIALIZED (${ofCode}),
      ${selects.map((step, index) => `step${index + 1} AS MATERIALIZED (${step})`).join(",\n")},
      found AS (
        SELECT DISTINCT ON (f.kind, f.id) ${steps} FROM (${all.join(" UNION ALL ")}) f ORDER BY f.kind, f.id, f.step
      ),
      likeliest AS (SELECT ${steps} FROM found ORDER BY step, likeness DESC, prominence DESC, id LIMIT ${most})
      SELECT
        f.id, coalesce(pl.kind, 'property') AS type, coalesce(pl.name, p.name) AS name,
        coalesce(pl.subtitle, p.city) AS subtitle, coalesce(r.name, p.state) AS region,
        pl.admin_code AS "adminCode",
        coalesce(pl.country_code, p.country) AS country, coalesce(pl.latitude, p.latitude) AS latitude,
        coalesce(pl.longitude, p.longitude) AS longitude, pl.radius_km AS "radiusKm",
        pl.airport_code AS "airportCode"
      FROM likeliest f
      LEFT JOIN places pl ON f.kind = 'place' AND pl.source_id = f.id
      LEFT JOIN properties p ON f.kind = 'property' AND p.document_id = f.id
      LEFT JOIN LATERAL (
        SELECT a.name FROM places a
        WHERE pl.kind NOT IN ('region', 'country') AND a.kind = 'region' AND a.country_code = pl.country_code
          AND a.admin_code = pl.admin_code
        ORDER BY a.prominence DESC, a.source_id LIMIT 1
      ) r ON true
      ORDER BY f.step, f.likeness DESC, f.prominence DESC, f.id`
  })
