import { Data, Effect, Predicate, Schema, SchemaIssue } from "effect"
import type { HttpClientError, HttpClientResponse } from "effect/http"

/**
 * Why one attempt at calling another system failed. `transient` failures are retried. A system that `answered` is
 * alive, so a request that it rejects does not open the circuit.
 */
export class UpstreamFailure extends Data.TaggedError("UpstreamFailure")<{
  readonly reason: string
  readonly transient: boolean
  readonly answered: boolean
}> {}

/** No usable answer; another attempt may get one. */
export const transientFailure = (reason: string) => new UpstreamFailure({ reason, transient: true, answered: false })

/** A definite answer; another attempt would get the same. */
export const unusableAnswer = (reason: string) => new UpstreamFailure({ reason, transient: false, answered: true })

/** A status that the contract does not define. A system that rate-limits this service is not called again. */
export const failureOfStatus = (status: number): UpstreamFailure =>
  status >= 500
    ? transientFailure(`status ${status}`)
    : new UpstreamFailure({ reason: `status ${status}`, transient: false, answered: status !== 429 })

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "no code"

/** A failure of the client: the connection, or a response over the size limit. */
export const failureOfClient = (error: HttpClientError.HttpClientError): UpstreamFailure => {
  const code = codeOf(error.cause)
  return code === "UND_ERR_RES_EXCEEDED_MAX_SIZE"
    ? unusableAnswer("answer too large")
    : transientFailure(`${error.reason._tag}: ${code}`)
}

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** A response body as JSON. */
export const jsonOf = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.mapError(Effect.flatMap(response.text, decodeJson), (error) =>
    error._tag === "SchemaError"
      ? new UpstreamFailure({ reason: "not JSON", transient: false, answered: false })
      : error
  )

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The paths of a response that do not match, without their values. */
export const mismatch = (error: Schema.SchemaError): UpstreamFailure => {
  const places = issuesOf(error.issue).issues.map((issue) => (issue.path ?? []).map(String).join("."))
  return unusableAnswer(`wrong shape at ${places.join(", ")}`)
}
