import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** Unknown or not published: told apart for nobody (PUB-018). */
export class PropertyMissing extends Schema.TaggedError<PropertyMissing>()("PropertyMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "property_not_found", title: "No such property" }
  override get message() {
    return "There is no such property"
  }
}
