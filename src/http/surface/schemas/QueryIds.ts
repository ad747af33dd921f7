import { Schema, SchemaTransformation } from "effect"

/** Bounds the cost of one query. */
const maxIds = 100

const commaSeparated = Schema.String.check(
  Schema.isPattern(/^[\x21-\x2b\x2d-\x7e]{1,180}(?:,[\x21-\x2b\x2d-\x7e]{1,180})*$/u, {
    expected: "ids of 1 to 180 printable characters, separated by commas"
  })
)

/** Ids in a query: repeated parameters, comma-separated values, or both; at most 100. */
export const QueryIds = Schema.Array(commaSeparated)
  .check(Schema.isMaxLength(maxIds))
  .pipe(
    Schema.decodeTo(
      Schema.Array(Schema.String).check(Schema.isMaxLength(maxIds, { expected: `at most ${maxIds} ids` })),
      SchemaTransformation.transform<ReadonlyArray<string>, ReadonlyArray<string>>({
        decode: (parameters) => parameters.flatMap((ids) => ids.split(",")),
        encode: (ids) => ids
      })
    )
  )
