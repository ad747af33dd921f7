import { Effect, Schema } from "effect"
import { QueryInt } from "../surface/queryParameters.ts"

/** The parameters of a list that is paged by offset. */
export const offsetQuery = {
  limit: QueryInt(1, 100).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("25")),
    Schema.annotateKey({ description: "Items per page" })
  ),
  offset: QueryInt(0, 1_000_000).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("0")),
    Schema.annotateKey({ description: "Items to skip" })
  )
}

/** The fields of a page: `total` counts what the filters leave, on all pages. */
export const offsetPage = <S extends Schema.Top>(item: S) => ({
  items: Schema.Array(item),
  total: Schema.Int,
  limit: Schema.Int,
  offset: Schema.Int
})
