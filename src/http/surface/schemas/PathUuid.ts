import { Schema, SchemaTransformation } from "effect"

const shape = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/u

/**
 * A UUID in a path, of any version and variant as in PostgreSQL, in either case; decoded to lower case, as
 * stored.
 */
export const PathUuid = Schema.String.check(
  Schema.isPattern(shape, { expected: "a UUID", toJsonSchema: () => ({ pattern: shape.source, format: "uuid" }) })
).pipe(Schema.decodeTo(Schema.String, SchemaTransformation.toLowerCase()))
