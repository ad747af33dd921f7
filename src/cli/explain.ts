import { type Cause, Predicate } from "effect"
import { HttpServerError } from "effect/http"
import { Migrator, SqlError } from "effect/sql"
import { failureOf } from "../domain/shared/Failure.ts"
import { ConfigurationInvalid } from "../layers/configuration/ConfigurationInvalid.ts"
import { DataDirectoryUnusable, EmbeddedInUse } from "../layers/EmbeddedLockLayer.ts"
import { Refused } from "./Refused.ts"

/** What the system below says; a host name with several addresses fails with several errors, of which the first is told. */
const wordsOf = (cause: unknown): string => {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return Predicate.hasProperty(first, "message") && Predicate.isString(first.message)
    ? first.message
    : "no reason given"
}

const codeOf = (cause: unknown): unknown => (Predicate.hasProperty(cause, "code") ? cause.code : undefined)

const ofDatabase = ({ reason }: SqlError.SqlError): string => {
  if (codeOf(reason.cause) === "42P01") return "The database is not migrated: run `hub migrate`."
  return reason._tag === "ConnectionError"
    ? `The database cannot be reached: ${wordsOf(reason.cause)}`
    : `The database refuses: ${wordsOf(reason.cause)}`
}

const ofPort = (cause: unknown): string =>
  codeOf(cause) === "EADDRINUSE"
    ? `${wordsOf(cause)}.\nAnother program listens there: stop it, or name another port with PORT.`
    : `The address cannot be listened on (HOST, PORT): ${wordsOf(cause)}`

/** What a person is told of an error that can be expected; undefined for one that cannot. */
const ofError = (error: unknown): string | undefined => {
  if (
    error instanceof ConfigurationInvalid ||
    error instanceof EmbeddedInUse ||
    error instanceof DataDirectoryUnusable ||
    error instanceof Refused
  ) {
    return error.message
  }
  if (SqlError.isSqlError(error)) return ofDatabase(error)
  if (error instanceof Migrator.MigrationError) {
    return SqlError.isSqlError(error.cause) ? `${error.message}: ${wordsOf(error.cause.reason.cause)}` : error.message
  }
  if (error instanceof HttpServerError.ServeError) return ofPort(error.cause)
  return error instanceof Error && failureOf(error) !== undefined ? error.message : undefined
}

/** One clear message for a cause of expected failures; undefined when there is something else in it. */
export const explain = (cause: Cause.Cause<unknown>): string | undefined => {
  const told = cause.reasons
    .filter((reason) => reason._tag !== "Interrupt")
    .map((reason) => ofError(reason._tag === "Fail" ? reason.error : reason.defect))
  return told.includes(undefined) ? undefined : told[0]
}
