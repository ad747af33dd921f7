import { Schema, SchemaTransformation } from "effect"

/** More ids than a filter needs, fewer than a query can be made to cost. */
const most = 100

const written = Schema.String.check(
  Schema.isPattern(/^[\x21-\x2b\x2d-\x7e]{1,180}(?:,[\x21-\x2b\x2d-\x7e]{1,180})*$/u, {
    expected: "ids of 1 to 180 printable characters, joined by commas"
  })
)

/** Ids in a query: the parameter repeated, or its values joined by commas, or both; at most 100. */
export const QueryIds = Schema.Array(written)
  .check(Schema.isMaxLength(most))
  .pipe(
    Schema.decodeTo(
      Schema.Array(Schema.String).check(Schema.isMaxLength(most, { expected: `at most ${most} ids` })),
      SchemaTransformation.transform<ReadonlyArray<string>, ReadonlyArray<string>>({
        decode: (parameters) => parameters.flatMap((ids) => ids.split(",")),
        encode: (ids) => ids
      })
    )
  )
