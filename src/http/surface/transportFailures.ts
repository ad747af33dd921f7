import { Schema } from "effect"
import type { Failure } from "../../domain/shared/Failure.ts"
import { FieldError, messageOfFields } from "./schemas/FieldError.ts"

/** The failures of HTTP itself, shared by all surfaces and encoded in each one's envelope. */

export class RouteUnknown extends Schema.TaggedError<RouteUnknown>()("RouteUnknown", {}) {
  static readonly failure: Failure = { kind: "missing", code: "route_not_found", title: "No such route" }
  override get message() {
    return "No route matches this URL"
  }
}

/** The methods that routes with these answer: the router serves HEAD where there is GET (RFC 9110 section 9.3.2). */
export const withHead = (methods: ReadonlyArray<string>): ReadonlyArray<string> =>
  methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method]))

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  allow: Schema.Array(Schema.String)
}) {
  static readonly failure: Failure = {
    kind: "wrongMethod",
    code: "method_not_allowed",
    title: "Method not allowed"
  }
  override get message() {
    return `Allowed: ${this.allow.join(", ")}`
  }
}

export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", { limitBytes: Schema.Int }) {
  static readonly failure: Failure = { kind: "tooLarge", code: "payload_too_large", title: "The body is too large" }
  override get message() {
    return `The body exceeds the limit of ${this.limitBytes} bytes`
  }
}

/** The URL and headers exceed what the server reads, so neither the caller nor the limits are known. */
export class HeadTooLarge extends Schema.TaggedError<HeadTooLarge>()("HeadTooLarge", {}) {
  static readonly failure: Failure = {
    kind: "headTooLarge",
    code: "request_header_fields_too_large",
    title: "The URL and headers are too large"
  }
  override get message() {
    return "The URL and headers together exceed the limit of 32 KiB"
  }
}

export class ContentTypeUnsupported extends Schema.TaggedError<ContentTypeUnsupported>()("ContentTypeUnsupported", {}) {
  static readonly failure: Failure = {
    kind: "unsupported",
    code: "unsupported_media_type",
    title: "The content type is not supported"
  }
  override get message() {
    return "This endpoint does not accept the body's media type"
  }
}

export class BodyMalformed extends Schema.TaggedError<BodyMalformed>()("BodyMalformed", { reason: Schema.String }) {
  static readonly failure: Failure = { kind: "invalid", code: "malformed_json", title: "The body is not usable JSON" }
  override get message() {
    return this.reason
  }
}

/** A path, query, header or body that does not decode. `issues`: the first ones; `more`: the number of further ones. */
export class RequestInvalid extends Schema.TaggedError<RequestInvalid>()("RequestInvalid", {
  issues: Schema.Array(FieldError),
  more: Schema.optionalKey(Schema.Int)
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_parameter",
    title: "The request is not valid"
  }
  override get message() {
    return messageOfFields(this.issues)
  }
}

export class InternalFault extends Schema.TaggedError<InternalFault>()("InternalFault", {}) {
  static readonly failure: Failure = { kind: "internal", code: "internal_error", title: "Internal error" }
  override get message() {
    return "The request could not be completed. Include the request id when you report this."
  }
}

export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()("ServiceUnavailable", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "service_unavailable",
    title: "The service is temporarily unavailable"
  }
  override get message() {
    return "Try again shortly"
  }
}

/** Additional failures of every endpoint with a body. */
export const bodyFailures = [BodyMalformed, BodyTooLarge, ContentTypeUnsupported] as const

/** The body failures that do not apply to a write without a body: it ignores any body up to the limit. */
export const readBodyFailures = [BodyMalformed, ContentTypeUnsupported] as const
