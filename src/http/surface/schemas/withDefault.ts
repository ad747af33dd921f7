import { Effect, Schema } from "effect"

/** `schema` with a default: an absent parameter or field decodes to `value`, which is also documented as `default`. */
export const withDefault = <S extends Schema.Codec<unknown, unknown>>(schema: S, value: S["Type"]) => {
  const encoded = Schema.encodeSync(schema)(value)
  const defaulted = Schema.withDecodingDefaultKey<S>(Effect.succeed(encoded))(schema)
  return Schema.annotateEncoded<typeof defaulted>({ default: encoded })(defaulted)
}
