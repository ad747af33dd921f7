import { Schema, SchemaTransformation } from "effect"

/** A UUID in a path, in whatever case it is written: lower case from here on, as rows have it. */
export const PathUuid = Schema.String.check(Schema.isUUID()).pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.toLowerCase())
)
