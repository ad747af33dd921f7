import { Predicate } from "effect"
import type { SqlError } from "effect/sql"

/**
 * The SQLSTATE of a failed statement, or the system's error code if the server was not reached; undefined if there is
 * neither.
 */
export const sqlStateOf = ({ reason: { cause } }: SqlError.SqlError): string | undefined =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : undefined
