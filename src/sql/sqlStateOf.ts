import { Predicate } from "effect"
import type { SqlError } from "effect/sql"

/** The SQLSTATE of a refused statement, or the system's code where the server was not reached; undefined without either. */
export const sqlStateOf = ({ reason: { cause } }: SqlError.SqlError): string | undefined =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : undefined
