import { Schema } from "effect"
import type { Failure } from "./Failure.ts"

/**
 * A row that does not exist, or that the caller does not reach: one failure, so that the two cannot be told apart
 * (PAR-007). `field` names the place in a body whose id it was (PAR-140).
 */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { field: Schema.optionalKey(Schema.String) }) {
  static readonly failure: Failure = { kind: "missing", code: "not_found", title: "No such record" }
  override get message() {
    return "There is no such record"
  }
}
