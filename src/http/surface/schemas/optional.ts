import { Schema } from "effect"

/**
 * An optional field of a command or argument of a tool. Null counts as absent, because records and models write it for
 * a missing value.
 */
export const optional = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotateKey({ description })
