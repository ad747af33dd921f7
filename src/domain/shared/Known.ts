import { Option, Predicate, Schema, SchemaTransformation } from "effect"

/** What may not be known: null here, left out on the wire. */
export const Known = <S extends Schema.Constraint>(schema: S) =>
  Schema.optionalKey(schema).pipe(
    Schema.decodeTo(
      Schema.NullOr(Schema.toType(schema)),
      SchemaTransformation.transformOptional<S["Type"] | null, S["Type"]>({
        decode: (sent) => Option.some(Option.getOrNull(sent)),
        encode: Option.filter(Predicate.isNotNull)
      })
    )
  )
