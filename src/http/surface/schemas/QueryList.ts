import { Schema, SchemaTransformation } from "effect"

/** More than any list of literals contains. */
const maxValues = 100

/** A list of literals in a query: repeated parameters, comma-separated values, or both; at most 100. */
export const QueryList = <const L extends ReadonlyArray<string>>(item: Schema.Literals<L>) => {
  const one = `(?:${item.literals.join("|")})`
  const commaSeparated = Schema.String.check(
    Schema.isPattern(new RegExp(`^${one}(?:,${one})*$`, "u"), { expected: `values out of ${item.literals.join(", ")}` })
  )
  return Schema.Array(commaSeparated)
    .check(Schema.isMaxLength(maxValues))
    .pipe(
      Schema.decodeTo(
        Schema.Array(item).check(Schema.isMaxLength(maxValues)),
        SchemaTransformation.transform<ReadonlyArray<string>, ReadonlyArray<string>>({
          decode: (parameters) => parameters.flatMap((values) => values.split(",")),
          encode: (values) => values
        })
      )
    )
}
