import { Schema } from "effect"
import type { Failure } from "./Failure.ts"

/**
 * A row that does not exist or is out of the caller's reach: one failure, so the two are indistinguishable (PAR-007).
 * `field` names the body field with the id (PAR-140).
 */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { field: Schema.optionalKey(Schema.String) }) {
  static readonly failure: Failure = { kind: "missing", code: "not_found", title: "No such record" }
  override get message() {
    return "There is no such record"
  }
}
