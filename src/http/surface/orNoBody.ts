import { Schema, SchemaTransformation } from "effect"

/** Without the name of the body: a document would give it to the alternative of no body as well. */
const unnamed = <S extends Schema.Top>(body: S) => Schema.toType(body).annotate({ identifier: undefined })

/** An optional body: without one the request is decoded as `none` (MEM-009, A-85). */
export const orNoBody = <S extends Schema.Top>(body: S, none: S["Type"]) =>
  [
    body,
    Schema.Null.pipe(
      Schema.decodeTo(
        unnamed(body),
        SchemaTransformation.transform<S["Type"], null>({ decode: () => none, encode: () => null })
      )
    )
  ] as const
