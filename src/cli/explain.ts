import { type Cause, Predicate } from "effect"
import { HttpServerError } from "effect/http"
import { Migrator, SqlError } from "effect/sql"
import { failureOf } from "../domain/shared/Failure.ts"
import { ConfigurationInvalid } from "../layers/configuration/ConfigurationInvalid.ts"
import { PooledConnection } from "../layers/database/PooledConnection.ts"
import { DataDirectoryUnusable, EmbeddedInUse } from "../layers/EmbeddedLockLayer.ts"
import { SchemaForeign, SchemaNewer } from "../sql/SchemaErrors.ts"
import { sqlStateOf } from "../sql/sqlStateOf.ts"
import { Refused } from "./Refused.ts"
import { WorkerFailed } from "./workers/WorkerFailed.ts"

/**
 * The message of a system error. A host name with several addresses fails with one error each; the first is reported.
 */
const systemMessage = (cause: unknown): string => {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return Predicate.hasProperty(first, "message") && Predicate.isString(first.message)
    ? first.message
    : "no reason given"
}

/** Whether what answers at the address of the database speaks another protocol. */
export const isForeignServer = ({ reason }: SqlError.SqlError): boolean =>
  reason.operation === "connect" && reason.message === "PgConnection: Failed to parse server response"

/** What a server of another kind does that waits for its own clients, or hangs up on others'. */
const strangeSilence = /^(?:Connection timed out|Connection closed unexpectedly)$/

const ofDatabase = (error: SqlError.SqlError): string => {
  const { reason } = error
  if (sqlStateOf(error) === "42P01") return "The database is not migrated: run `hub migrate`."
  if (isForeignServer(error)) return "What answers at DATABASE_URL is no PostgreSQL."
  if (reason.operation === "connect" && strangeSilence.test(systemMessage(reason.cause))) {
    return `The database cannot be reached: ${systemMessage(reason.cause)}. Is it a PostgreSQL that DATABASE_URL names?`
  }
  return reason._tag === "ConnectionError"
    ? `The database cannot be reached: ${systemMessage(reason.cause)}`
    : `The database reported an error: ${systemMessage(reason.cause)}`
}

const ofPort = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && cause.code === "EADDRINUSE"
    ? `${systemMessage(cause)}.\nAnother program is listening there: stop it, or choose another port with PORT.`
    : `Cannot listen on the address (HOST, PORT): ${systemMessage(cause)}`

/** The message for an expected error; undefined for any other. */
export const explainError = (error: unknown): string | undefined => {
  if (
    error instanceof ConfigurationInvalid ||
    error instanceof EmbeddedInUse ||
    error instanceof DataDirectoryUnusable ||
    error instanceof PooledConnection ||
    error instanceof SchemaNewer ||
    error instanceof SchemaForeign ||
    error instanceof WorkerFailed ||
    error instanceof Refused
  ) {
    return error.message
  }
  if (SqlError.isSqlError(error)) return ofDatabase(error)
  if (error instanceof Migrator.MigrationError) {
    return SqlError.isSqlError(error.cause)
      ? `${error.message}: ${systemMessage(error.cause.reason.cause)}`
      : error.message
  }
  if (error instanceof HttpServerError.ServeError) return ofPort(error.cause)
  return error instanceof Error && failureOf(error) !== undefined ? error.message : undefined
}

/** The message for a cause that consists of expected failures; undefined if it contains anything else. */
export const explain = (cause: Cause.Cause<unknown>): string | undefined => {
  const messages = cause.reasons
    .filter((reason) => reason._tag !== "Interrupt")
    .map((reason) => explainError(reason._tag === "Fail" ? reason.error : reason.defect))
  return messages.includes(undefined) ? undefined : messages[0]
}
