import { Schema } from "effect"
import { ClampedQueryInt, QueryInt } from "./queryParameters.ts"
import { withDefault } from "./withDefault.ts"

/** The most items of a page, on every surface. */
const mostItems = 100

const offset = withDefault(QueryInt(0, 1_000_000), 0).pipe(Schema.annotateEncoded({ description: "Items to skip" }))

/** The parameters of a list that is paged by offset, `items` at a time by default; more than 100 are refused. */
export const offsetQuery = (items: number) => ({
  limit: withDefault(QueryInt(1, mostItems), items).pipe(Schema.annotateEncoded({ description: "Items per page" })),
  offset
})

/** As `offsetQuery`, for lists without a stated maximum: more than 100 mean 100, and the page says so. */
export const clampedOffsetQuery = (items: number) => ({
  limit: withDefault(ClampedQueryInt(1, mostItems), items).pipe(
    Schema.annotateEncoded({ description: "Items per page; more than 100 mean 100" })
  ),
  offset
})

/** The fields of a page: `total` counts what the filters leave, on all pages. */
export const offsetPage = <S extends Schema.Top>(item: S) => ({
  items: Schema.Array(item).annotateKey({ description: "The items of this page" }),
  total: Schema.Int.annotateKey({ description: "How many items match, on all pages" }),
  limit: Schema.Int.annotateKey({ description: "Items per page, as applied" }),
  offset: Schema.Int.annotateKey({ description: "Items skipped" })
})
