import { Layer } from "effect"
import { SqlError } from "effect/sql"
import { Contention } from "../domain/shared/Contention.ts"
import { SealUnopened } from "../domain/shared/openSealed.ts"
import { Outage } from "../domain/shared/Outage.ts"
import { Overload } from "../domain/shared/Overload.ts"
import { sqlStateOf } from "../sql/statements/sqlStateOf.ts"

/**
 * SQLSTATEs of a server that is starting, stopping or has crashed (57P), is out of resources or disk (53, 58), is a
 * standby (25006), or has ended a transaction that took too long (25P03, 25P04). The client library has no names for
 * these.
 */
const transientStates = /^(?:57P|53|58|25006|25P0[34])/

const contentions: ReadonlySet<string> = new Set(["LockTimeoutError", "DeadlockError", "SerializationError"])

/**
 * Outages are failures that a later attempt may not meet: of the database (connection, deadline, lock, shutdown), a
 * missing secret, an overload of this process. Contention is those of them that concern single rows.
 */
export const layer = Layer.mergeAll(
  Layer.succeed(
    Outage,
    (defect: unknown) =>
      defect instanceof SealUnopened ||
      defect instanceof Overload ||
      (SqlError.isSqlError(defect) &&
        (defect.isRetryable || defect.reason.operation === "connect" || transientStates.test(sqlStateOf(defect) ?? "")))
  ),
  Layer.succeed(Contention, (defect: unknown) => SqlError.isSqlError(defect) && contentions.has(defect.reason._tag))
)
