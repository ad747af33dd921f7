import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The installation is unknown, or none of its secrets made the signature: indistinguishable (INT-038). */
export class SignatureInvalid extends Schema.TaggedError<SignatureInvalid>()("SignatureInvalid", {}) {
  static readonly failure: Failure = {
    kind: "unauthenticated",
    code: "invalid_signature",
    title: "The signature is not accepted"
  }
  override get message() {
    return "Sign the request with the installation's signing secret"
  }
}

/** The request is signed, but at a time outside the window (INT-039). */
export class TimestampRefused extends Schema.TaggedError<TimestampRefused>()("TimestampRefused", {}) {
  static readonly failure: Failure = {
    kind: "unauthenticated",
    code: "timestamp_refused",
    title: "The time of the request is not accepted"
  }
  override get message() {
    return "The timestamp of a request may differ from the current time by at most five minutes"
  }
}

/** The signing secrets of an installation were replaced since they were read. */
export class InstallationChanged extends Schema.TaggedError<InstallationChanged>()("InstallationChanged", {
  id: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "installation_changed",
    title: "The installation has changed"
  }
  override get message() {
    return `The secrets of installation ${this.id} were changed meanwhile: nothing was done, so try again`
  }
}
