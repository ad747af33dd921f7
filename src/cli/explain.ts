import { type Cause, Predicate } from "effect"
import { HttpServerError } from "effect/http"
import { Migrator, SqlError } from "effect/sql"
import { failureOf } from "../domain/shared/Failure.ts"
import { ConfigurationInvalid } from "../layers/configuration/ConfigurationInvalid.ts"
import { PooledConnection } from "../layers/database/PooledConnection.ts"
import { DataDirectoryUnusable, EmbeddedInUse } from "../layers/EmbeddedLockLayer.ts"
import { SchemaForeign, SchemaNewer, SchemaOlder } from "../sql/SchemaErrors.ts"
import { sqlStateOf } from "../sql/statements/sqlStateOf.ts"
import { Refused } from "./Refused.ts"
import { WorkerFailed } from "./server/workers/WorkerFailed.ts"

/**
 * The message of a system error. A hostname with several addresses fails with one error each; only the first is
 * reported.
 */
const systemMessage = (cause: unknown): string => {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return Predicate.hasProperty(first, "message") && Predicate.isString(first.message)
    ? first.message
    : "no reason given"
}

/** Whether the server at the database URL speaks another protocol. */
export const isForeignServer = ({ reason }: SqlError.SqlError): boolean =>
  reason.operation === "connect" && reason.message === "PgConnection: Failed to parse server response"

/** Typical of a server of another kind, which waits for its own protocol or disconnects. */
const silentServer = /^(?:Connection timed out|Connection closed unexpectedly)$/

const ofDatabase = (error: SqlError.SqlError): string => {
  const { reason } = error
  if (sqlStateOf(error) === "42P01") return new SchemaOlder({ first: undefined }).message
  if (isForeignServer(error)) return "The server at DATABASE_URL is not PostgreSQL."
  if (reason.operation === "connect" && silentServer.test(systemMessage(reason.cause))) {
    return `The database cannot be reached: ${systemMessage(reason.cause)}. Does DATABASE_URL point to a PostgreSQL server?`
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
    error instanceof SchemaOlder ||
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
