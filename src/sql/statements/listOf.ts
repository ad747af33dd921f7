import { Effect, Predicate, Schema } from "effect"
import { type SqlClient, SqlSchema, type Statement } from "effect/sql"
import { withoutChecks } from "../../domain/shared/withoutChecks.ts"

/** Recognises the single row of a list whose page has no items. */
const isEmptyPage = (row: unknown) => Predicate.hasProperty(row, "position") && row.position === null

/** The usual facts about a whole list. */
export const Total = Schema.Struct({ total: Schema.Int })

/**
 * A page of a list together with facts about the whole list, such as its total, in one statement, so that both come
 * from one snapshot. `whole` selects the facts in one row and `page` the items in order, in columns of other names.
 * Both may read the optional CTE `hit`, for rows that are cheaper to find once than twice. Returns the facts and the
 * `items`.
 */
export const listOf = <
  Request extends Schema.Constraint,
  Whole extends Schema.Constraint & { readonly Type: object },
  Item extends Schema.Constraint
>(
  sql: SqlClient.SqlClient,
  options: {
    readonly Request: Request
    readonly Whole: Whole
    readonly Item: Item
    readonly hit?: (request: Request["Encoded"]) => Statement.Fragment | undefined
    readonly whole: (request: Request["Encoded"]) => Statement.Fragment
    readonly page: (request: Request["Encoded"]) => Statement.Fragment
  }
) => {
  const withHit = (hit: Statement.Fragment | undefined) =>
    hit === undefined ? sql.literal("") : sql`WITH hit AS MATERIALIZED (${hit})`
  const select = SqlSchema.findAll({
    Request: options.Request,
    Result: Schema.Unknown,
    execute: (request) => sql`
      ${withHit(options.hit?.(request))}
      SELECT whole.*, page.*
      FROM (${options.whole(request)}) whole
      LEFT JOIN (SELECT item.*, row_number() OVER () AS position FROM (${options.page(request)}) item) page ON true
      ORDER BY page.position`
  })
  const decodeWhole = Schema.decodeUnknownEffect(options.Whole)
  const decodeItems = Schema.decodeUnknownEffect(Schema.Array(options.Item), withoutChecks)
  return Effect.fnUntraced(function* (request: Request["Type"]) {
    const rows = yield* select(request)
    const [first] = rows
    return { ...(yield* decodeWhole(first)), items: yield* decodeItems(isEmptyPage(first) ? [] : rows) }
  }, Effect.orDie)
}
