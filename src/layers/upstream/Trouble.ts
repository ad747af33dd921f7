import { Data, Effect, Predicate, Schema, SchemaIssue } from "effect"
import type { HttpClientError, HttpClientResponse } from "effect/http"

/**
 * Why one attempt at another system failed. `transient` failures are retried; a system that `answered` is alive, so a
 * request that it refuses does not open the circuit.
 */
export class Trouble extends Data.TaggedError("Trouble")<{
  readonly reason: string
  readonly transient: boolean
  readonly answered: boolean
}> {}

/** No usable answer; another attempt may get one. */
export const silent = (reason: string) => new Trouble({ reason, transient: true, answered: false })

/** A definite answer; another attempt would get the same. */
export const unusable = (reason: string) => new Trouble({ reason, transient: false, answered: true })

/** A status with no meaning in the contract; a system that rate-limits this service is not called again. */
export const troubleOfStatus = (status: number): Trouble =>
  status >= 500
    ? silent(`status ${status}`)
    : new Trouble({ reason: `status ${status}`, transient: false, answered: status !== 429 })

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "no code"

/** A failure of the client: the connection, or a response over the size limit. */
export const troubleOfClient = (error: HttpClientError.HttpClientError): Trouble => {
  const code = codeOf(error.cause)
  return code === "UND_ERR_RES_EXCEEDED_MAX_SIZE"
    ? unusable("answer too large")
    : silent(`${error.reason._tag}: ${code}`)
}

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** A response body as JSON. */
export const jsonOf = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.mapError(Effect.flatMap(response.text, decodeJson), (error) =>
    error._tag === "SchemaError" ? new Trouble({ reason: "not JSON", transient: false, answered: false }) : error
  )

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The paths of a response that do not match, without their values. */
export const misfit = (error: Schema.SchemaError): Trouble => {
  const places = issuesOf(error.issue).issues.map((issue) => (issue.path ?? []).map(String).join("."))
  return unusable(`wrong shape at ${places.join(", ")}`)
}
