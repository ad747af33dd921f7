import { Schema } from "effect"
import type { Failure } from "../../domain/shared/Failure.ts"
import { FieldError } from "./FieldError.ts"

/** The failures of HTTP itself, on every surface. Each surface gives them its shape, like any other. */

export class RouteUnknown extends Schema.TaggedError<RouteUnknown>()("RouteUnknown", {}) {
  static readonly failure: Failure = { kind: "missing", code: "route_not_found", title: "No such route" }
  override get message() {
    return "There is nothing at this address"
  }
}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  allow: Schema.Array(Schema.String)
}) {
  static readonly failure: Failure = {
    kind: "wrongMethod",
    code: "method_not_allowed",
    title: "The method is not allowed here"
  }
  override get message() {
    return `Allowed: ${this.allow.join(", ")}`
  }
}

export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", { limitBytes: Schema.Int }) {
  static readonly failure: Failure = { kind: "tooLarge", code: "payload_too_large", title: "The body is too large" }
  override get message() {
    return `A body may have ${this.limitBytes} bytes`
  }
}

export class ContentTypeUnsupported extends Schema.TaggedError<ContentTypeUnsupported>()("ContentTypeUnsupported", {}) {
  static readonly failure: Failure = {
    kind: "unsupported",
    code: "unsupported_media_type",
    title: "The content type is not supported"
  }
  override get message() {
    return "The body is of another media type than this endpoint takes"
  }
}

export class BodyMalformed extends Schema.TaggedError<BodyMalformed>()("BodyMalformed", { reason: Schema.String }) {
  static readonly failure: Failure = { kind: "invalid", code: "malformed_json", title: "The body is not usable JSON" }
  override get message() {
    return this.reason
  }
}

/** A path, query, header or body that does not decode: its first issues, and the number of `more`. */
export class RequestInvalid extends Schema.TaggedError<RequestInvalid>()("RequestInvalid", {
  issues: Schema.Array(FieldError),
  more: Schema.optionalKey(Schema.Int)
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_parameter",
    title: "The request does not fit the contract"
  }
  override get message() {
    return this.issues.map((issue) => `${issue.field}: ${issue.message}`).join("; ")
  }
}

export class InternalFault extends Schema.TaggedError<InternalFault>()("InternalFault", {}) {
  static readonly failure: Failure = { kind: "internal", code: "internal_error", title: "Something went wrong here" }
  override get message() {
    return "The request could not be completed; quote the request id when you report it"
  }
}

export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()("ServiceUnavailable", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "service_unavailable",
    title: "The service cannot answer at the moment"
  }
  override get message() {
    return "Try again shortly"
  }
}

/** What every endpoint with a body answers besides. */
export const bodyFailures = [BodyMalformed, BodyTooLarge, ContentTypeUnsupported] as const

/** Those among them that a write without a body does not answer: it ignores whatever it gets, up to the limit. */
export const readBodyFailures = [BodyMalformed, ContentTypeUnsupported] as const
