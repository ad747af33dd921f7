import { Data, Effect, Predicate, Schema, SchemaIssue } from "effect"
import type { HttpClientError, HttpClientResponse } from "effect/http"

/**
 * Why one try at another system failed, for the log and for the two decisions it takes: `transient` tries are repeated,
 * and a system that `answered` is alive, so that one request it refuses does not open the circuit for the others.
 */
export class Trouble extends Data.TaggedError("Trouble")<{
  readonly reason: string
  readonly transient: boolean
  readonly answered: boolean
}> {}

/** Nothing usable came back, and may the next time. */
export const silent = (reason: string) => new Trouble({ reason, transient: true, answered: false })

/** It answered, and would answer the same again. */
export const unusable = (reason: string) => new Trouble({ reason, transient: false, answered: true })

/** What a status says that no contract has a meaning for; a system that limits us is not to be asked on. */
export const troubleOfStatus = (status: number): Trouble =>
  status >= 500
    ? silent(`status ${status}`)
    : new Trouble({ reason: `status ${status}`, transient: false, answered: status !== 429 })

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "no code"

/** What a failure of the client says: the connection, or an answer larger than the client takes. */
export const troubleOfClient = (error: HttpClientError.HttpClientError): Trouble => {
  const code = codeOf(error.cause)
  return code === "UND_ERR_RES_EXCEEDED_MAX_SIZE"
    ? unusable("answer too large")
    : silent(`${error.reason._tag}: ${code}`)
}

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** The body of an answer as JSON. */
export const jsonOf = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.mapError(Effect.flatMap(response.text, decodeJson), (error) =>
    error._tag === "SchemaError" ? new Trouble({ reason: "not JSON", transient: false, answered: false }) : error
  )

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The places of an answer that do not fit, without the values found there. */
export const misfit = (error: Schema.SchemaError): Trouble => {
  const places = issuesOf(error.issue).issues.map((issue) => (issue.path ?? []).map(String).join("."))
  return unusable(`wrong shape at ${places.join(", ")}`)
}
