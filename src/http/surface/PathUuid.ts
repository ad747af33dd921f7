import { Schema, SchemaTransformation } from "effect"

/** A UUID in a path, in upper or lower case: decoded to lower case, as rows have it. */
export const PathUuid = Schema.String.check(Schema.isUUID()).pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.toLowerCase())
)
