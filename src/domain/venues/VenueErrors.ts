import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** A venue filter contains a venue that is unknown, foreign or out of reach: indistinguishable. */
export class VenueOutOfScope extends Schema.TaggedError<VenueOutOfScope>()("VenueOutOfScope", {
  propertyIds: Schema.Array(Schema.String)
}) {
  static readonly failure: Failure = {
    kind: "forbidden",
    code: "property_out_of_scope",
    title: "A venue is out of scope"
  }
  override get message() {
    return "A venue of the filter is not within reach of the credential"
  }
}
