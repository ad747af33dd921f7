import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** Claims of the offer use no external codes, so a pool for it would never be used. */
export class OfferWithoutCodes extends Schema.TaggedError<OfferWithoutCodes>()("OfferWithoutCodes", {
  redemptionType: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "invalid_state_transition",
    title: "Claims of the offer use no codes"
  }
  override get message() {
    return `The offer's redemption type is ${this.redemptionType}; only externalCode uses codes`
  }
}
