import { Schema, SchemaTransformation } from "effect"

/** A list in a query: the parameter repeated, or its values joined by commas, or both. */
export const QueryList = <Item extends string>(item: Schema.Codec<Item, string>) =>
  Schema.Array(Schema.String).pipe(
    Schema.decodeTo(
      Schema.Array(item),
      SchemaTransformation.transform<ReadonlyArray<string>, ReadonlyArray<string>>({
        decode: (sent) => sent.flatMap((values) => values.split(",")),
        encode: (values) => values
      })
    )
  )
