import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The installation has no such delivery, or the provider's id differs from the stored one (INT-040). */
export class DeliveryMissing extends Schema.TaggedError<DeliveryMissing>()("DeliveryMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "delivery_not_found", title: "No such delivery" }
  override get message() {
    return "The installation has no such delivery"
  }
}
