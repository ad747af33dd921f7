import { Schema } from "effect"
import type { Failure } from "./Failure.ts"

/**
 * A body value that is invalid with regard to stored rows or the clock, which the schema cannot check; nothing changed.
 */
export class FieldInvalid extends Schema.TaggedError<FieldInvalid>()("FieldInvalid", {
  issues: Schema.Array(Schema.Struct({ field: Schema.String, in: Schema.Literal("body"), message: Schema.String }))
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_parameter",
    title: "The request is not valid"
  }
  static of(field: string, message: string) {
    return new FieldInvalid({ issues: [{ field, in: "body", message }] })
  }
  override get message() {
    return this.issues.map(({ field, message }) => `${field}: ${message}`).join("; ")
  }
}
