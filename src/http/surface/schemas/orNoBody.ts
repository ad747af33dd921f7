import { Schema, SchemaTransformation } from "effect"

/** Drops the body's identifier, which the document would otherwise also give to the no-body alternative. */
const unnamed = <S extends Schema.Top>(body: S) => Schema.toType(body).annotate({ identifier: undefined })

/**
 * An optional body: a missing body decodes to `none`; the JSON text `null` does not count as missing (MEM-010, A-85).
 */
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
