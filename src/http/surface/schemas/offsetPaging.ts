import { Schema } from "effect"
import { ClampedQueryInt, QueryInt } from "./queryParameters.ts"
import { withDefault } from "./withDefault.ts"

/** Maximum page size on every surface. */
const maxItems = 100

const offset = withDefault(QueryInt(0, 1_000_000), 0).pipe(
  Schema.annotateEncoded({ description: "Number of items to skip" })
)

/**
 * Query parameters of an offset-paged list with a default page size of `items`; a limit above 100 is refused.
 */
export const offsetQuery = (items: number) => ({
  limit: withDefault(QueryInt(1, maxItems), items).pipe(Schema.annotateEncoded({ description: "Items per page" })),
  offset
})

/**
 * `offsetQuery` for lists without a specified maximum: a limit above 100 is lowered to 100, which the page reports
 * (A-33).
 */
export const clampedOffsetQuery = (items: number) => ({
  limit: withDefault(ClampedQueryInt(1, maxItems), items).pipe(
    Schema.annotateEncoded({ description: "Items per page; values above 100 are treated as 100" })
  ),
  offset
})

/** The fields of an offset page; `total` counts all items that match the filters. */
export const offsetPage = <S extends Schema.Top>(item: S) => ({
  items: Schema.Array(item).annotateKey({ description: "Items on this page" }),
  total: Schema.Int.annotateKey({ description: "Number of matching items across all pages" }),
  limit: Schema.Int.annotateKey({ description: "Page size that was applied" }),
  offset: Schema.Int.annotateKey({ description: "Number of items skipped" })
})
