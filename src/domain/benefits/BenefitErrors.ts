import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The venues do not match the scope: `property` requires at least one, `global` allows none. */
export class BenefitVenuesMismatch extends Schema.TaggedError<BenefitVenuesMismatch>()("BenefitVenuesMismatch", {
  field: Schema.Literal("propertyIds"),
  scope: Schema.Literals(["global", "property"])
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_parameter",
    title: "The venues do not match the scope of the benefit"
  }
  override get message() {
    return this.scope === "global"
      ? "A global benefit has no venues of its own"
      : "A benefit of scope property needs venues"
  }
}

/** The entitlement would end before it begins. */
export class ValidityReversed extends Schema.TaggedError<ValidityReversed>()("ValidityReversed", {
  field: Schema.Literal("validTo")
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_parameter",
    title: "The entitlement ends before it begins"
  }
  override get message() {
    return "`validTo` is before `validFrom`"
  }
}
