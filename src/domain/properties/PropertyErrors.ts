import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** Unknown or unpublished: indistinguishable (PUB-018). */
export class PropertyMissing extends Schema.TaggedError<PropertyMissing>()("PropertyMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "property_not_found", title: "No such property" }
  override get message() {
    return "There is no such property"
  }
}

/** The check-in is before yesterday in UTC, hence past in every time zone (MEM-014). */
export class StayPast extends Schema.TaggedError<StayPast>()("StayPast", { checkIn: Schema.String }) {
  static readonly failure: Failure = { kind: "invalid", code: "stay_past", title: "The stay is in the past" }
  override get message() {
    return `dates.checkIn: ${this.checkIn} is in the past`
  }
}
