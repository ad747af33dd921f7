import { Effect, Schema } from "effect"

/** As `schema`, and `value` when the parameter or field is absent: for the decoder and, as `default`, for documents. */
export const withDefault = <S extends Schema.Codec<unknown, unknown>>(schema: S, value: S["Type"]) => {
  const encoded = Schema.encodeSync(schema)(value)
  const defaulted = Schema.withDecodingDefaultKey<S>(Effect.succeed(encoded))(schema)
  return Schema.annotateEncoded<typeof defaulted>({ default: encoded })(defaulted)
}
