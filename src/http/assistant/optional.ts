import { Schema } from "effect"

/** An argument that may be left out; null is left out as well, because models send it for what they do not know. */
export const optional = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotateKey({ description })
