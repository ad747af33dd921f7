import { Clock, Effect, Predicate, Schema, SchemaTransformation } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import {
  type Failure,
  type FailureClass,
  type FailureInstance,
  type FailureKind,
  failureFacts,
  failureOf
} from "../../domain/shared/Failure.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { RequestFacts, type RequestFactsShape } from "./RequestFacts.ts"
import { InternalFault, ServiceUnavailable } from "./transportFailures.ts"

/** The input of an error body. `now` is in epoch milliseconds. */
export interface EnvelopeInput {
  readonly error: FailureInstance
  readonly failure: Failure
  readonly status: number
  readonly facts: Readonly<Record<string, unknown>> | undefined
  readonly request: RequestFactsShape
  readonly now: number
}

/** How one surface encodes failures (GEN-007): statuses, body, content type and the headers that a failure adds. */
export interface Envelope {
  readonly contentType: string
  readonly statuses: Record<FailureKind, number>
  readonly body: (input: EnvelopeInput) => Readonly<Record<string, unknown>>
  readonly headers: (failure: Failure, error: FailureInstance) => Readonly<Record<string, string>> | undefined
  /** The surface's code for a failure; differs from the domain's where the surface has its own vocabulary. */
  readonly code: (failure: Failure) => string
  /** The documented schema of the body for one code. */
  readonly schema: (failure: Failure, code: string, status: number) => Schema.Codec<unknown, Schema.Json>
  /** The facts of a body from which the typed client restores the failure's fields. */
  readonly factsOf: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** The default statuses; each surface overrides those it maps differently. */
export const commonStatuses: Record<FailureKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  wrongMethod: 405,
  conflict: 409,
  idempotency: 409,
  tooLarge: 413,
  unsupported: 415,
  limited: 429,
  headTooLarge: 431,
  internal: 500,
  upstream: 502,
  unavailable: 503
}

const bodyOf = (envelope: Envelope, failed: FailureInstance, request: RequestFactsShape, now: number) => {
  const ofClass = failureOf(failed)
  // An error without a declared failure may expose internals, so it is masked (GEN-010).
  const error = ofClass === undefined ? new InternalFault() : failed
  const declared = ofClass ?? InternalFault.failure
  const failure = { ...declared, code: envelope.code(declared) }
  const status = envelope.statuses[failure.kind]
  return { failure, status, body: envelope.body({ error, failure, status, facts: failureFacts(error), request, now }) }
}

/** RFC 9110 section 15.5.6: a 405 response lists the allowed methods. */
const allowHeader = (error: FailureInstance): Readonly<Record<string, string>> | undefined => {
  const allow = failureFacts(error)?.["allow"]
  return Array.isArray(allow) ? { Allow: allow.join(", ") } : undefined
}

/** Suggested retry delay of a 503, in seconds: overload and lost connections usually pass this quickly. */
const unavailableRetrySeconds = 1

/** The retry delay of transient failures (RFC 9110 section 10.2.3). */
const retryAfterHeader = (error: FailureInstance): Readonly<Record<string, string>> | undefined => {
  if (error instanceof RateLimited) return { "Retry-After": String(error.retryAfterSeconds) }
  return error instanceof ServiceUnavailable ? { "Retry-After": String(unavailableRetrySeconds) } : undefined
}

/** A failure encoded in the surface's envelope, ready to send or store. */
export interface EncodedFailure {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export const encodeFailure = (
  envelope: Envelope,
  error: FailureInstance,
  request: RequestFactsShape,
  now: number
): EncodedFailure => {
  const { failure, status, body } = bodyOf(envelope, error, request, now)
  const headers = {
    ...envelope.headers(failure, error),
    ...(failure.kind === "wrongMethod" ? allowHeader(error) : undefined),
    ...retryAfterHeader(error)
  }
  return { status, text: JSON.stringify(body), headers }
}

/** The response of a failure in the surface's envelope; never cacheable (HUB-013). */
export const failureResponse = (
  envelope: Envelope,
  error: FailureInstance,
  request: RequestFactsShape,
  now: number
): HttpServerResponse.HttpServerResponse => {
  const { headers, status, text } = encodeFailure(envelope, error, request, now)
  return HttpServerResponse.text(text, {
    status,
    contentType: envelope.contentType,
    headers: { "Cache-Control": "no-store", ...headers }
  })
}

/** Declares a domain failure on an endpoint: status and body for the document, the class for the typed client. */
export const declaredIn =
  (envelope: Envelope) =>
  <S extends FailureClass>(self: S) => {
    const code = envelope.code(self.failure)
    const status = envelope.statuses[self.failure.kind]
    const json = Schema.toCodecJson(self)
    const decode = Schema.decodeUnknownEffect(json)
    return envelope.schema(self.failure, code, status).pipe(
      Schema.decodeTo(
        Schema.toType(self),
        SchemaTransformation.transformEffect({
          decode: (body: unknown) =>
            Effect.mapError(
              decode({ ...envelope.factsOf(Predicate.isObject(body) ? body : {}), _tag: self.identifier }),
              (error) => error.issue
            ),
          encode: Effect.fnUntraced(function* (error: S["Type"]) {
            const request = yield* RequestFacts
            return bodyOf(envelope, error, request, yield* Clock.currentTimeMillis).body
          })
        })
      ),
      HttpApiSchema.status(status),
      HttpApiSchema.asJson({ contentType: envelope.contentType })
    )
  }

/** `declaredIn` for a list of failures. */
export const declaredAll = <const Failures extends ReadonlyArray<FailureClass>>(
  envelope: Envelope,
  failures: Failures
) => {
  const declare = declaredIn(envelope)
  return failures.map((failure: Failures[number]) => declare(failure))
}
