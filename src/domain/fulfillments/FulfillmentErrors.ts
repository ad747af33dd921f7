import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** Unknown, another member's, or out of reach: indistinguishable (MEM-077, MEM-085, PAR-007). */
export class FulfillmentMissing extends Schema.TaggedError<FulfillmentMissing>()("FulfillmentMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "fulfillment_not_found", title: "No such fulfillment" }
  override get message() {
    return "There is no such fulfillment"
  }
}

/** The claim has already ended; nothing changed (MEM-084). */
export class FulfillmentNotCancellable extends Schema.TaggedError<FulfillmentNotCancellable>()(
  "FulfillmentNotCancellable",
  { status: FulfillmentStatus }
) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "fulfillment_not_cancellable",
    title: "The fulfillment cannot be cancelled in its current status"
  }
  override get message() {
    return `The fulfillment is ${this.status} and cannot be cancelled`
  }
}

/**
 * Nothing to confirm in this status or, while open, for this redemption type; nothing changed (MEM-072, MEM-075,
 * MEM-076).
 */
export class FulfillmentNotConfirmable extends Schema.TaggedError<FulfillmentNotConfirmable>()(
  "FulfillmentNotConfirmable",
  { status: FulfillmentStatus, redemptionType: Schema.String }
) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "fulfillment_not_confirmable",
    title: "The status or redemption type does not allow confirmation"
  }
  override get message() {
    return this.status === "claimed" || this.status === "approved"
      ? `The fulfillment is ${this.status}; type ${this.redemptionType} cannot be confirmed by the member`
      : `The fulfillment is ${this.status} and cannot be confirmed`
  }
}

/** The command does not apply in the claim's status; nothing changed (PAR-025). */
export class InvalidStateTransition extends Schema.TaggedError<InvalidStateTransition>()("InvalidStateTransition", {
  currentStatus: FulfillmentStatus
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "invalid_state_transition",
    title: "Not allowed in the current status"
  }
  override get message() {
    return `The fulfillment is ${this.currentStatus}`
  }
}

/** The code is missing or wrong; only the count of wrong codes changed (PAR-028). */
export class VerificationCodeInvalid extends Schema.TaggedError<VerificationCodeInvalid>()(
  "VerificationCodeInvalid",
  {}
) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_verification_code",
    title: "The verification code is not valid"
  }
  override get message() {
    return "The verification code is missing or wrong"
  }
}
