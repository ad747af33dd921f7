import { Schema, SchemaTransformation } from "effect"

/** An optional body: without one the request is decoded as `none` (MEM-009, A-85). */
export const orNoBody = <S extends Schema.Top>(body: S, none: S["Type"]) =>
  [
    body,
    Schema.Null.pipe(
      Schema.decodeTo(
        Schema.toType(body),
        SchemaTransformation.transform<S["Type"], null>({ decode: () => none, encode: () => null })
      )
    )
  ] as const
