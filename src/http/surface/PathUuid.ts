import { Schema, SchemaTransformation } from "effect"

/** A UUID in a path, in either case; decoded to lower case, as stored. */
export const PathUuid = Schema.String.check(Schema.isUUID()).pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.toLowerCase())
)
