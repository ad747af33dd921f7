import { Schema } from "effect"

/** An optional field of a command or argument of a tool. Null counts as absent: records and models write it for no value. */
export const optional = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotateKey({ description })
