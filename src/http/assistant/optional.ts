import { Schema } from "effect"

/** An optional argument. Null counts as absent, because models send it for unknown values. */
export const optional = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotateKey({ description })
