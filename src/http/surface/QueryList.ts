import { Schema, SchemaTransformation } from "effect"

/** More values than any list of literals has. */
const most = 100

/** A list of literals in a query: the parameter repeated, or its values joined by commas, or both; at most 100. */
export const QueryList = <const L extends ReadonlyArray<string>>(item: Schema.Literals<L>) => {
  const one = `(?:${item.literals.join("|")})`
  const written = Schema.String.check(
    Schema.isPattern(new RegExp(`^${one}(?:,${one})*$`, "u"), { expected: `values out of ${item.literals.join(", ")}` })
  )
  return Schema.Array(written)
    .check(Schema.isMaxLength(most))
    .pipe(
      Schema.decodeTo(
        Schema.Array(item).check(Schema.isMaxLength(most)),
        SchemaTransformation.transform<ReadonlyArray<string>, ReadonlyArray<string>>({
          decode: (parameters) => parameters.flatMap((values) => values.split(",")),
          encode: (values) => values
        })
      )
    )
}
