import { Layer, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { Outage } from "../domain/shared/Outage.ts"

/**
 * The server starts, stops or has crashed (57P), has no room or no disk (53, 58), is a standby (25006), or gave up on a
 * transaction that took too long (25P03, 25P04). The client has no name for these.
 */
const passingStates = /^(?:57P|53|58|25006|25P0[34])/

const isPassing = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) && passingStates.test(cause.code)

/** Failures of the database that another try, later, may not meet: the connection, a deadline, a lock, a shutdown. */
export const layer = Layer.succeed(
  Outage,
  (defect: unknown) =>
    SqlError.isSqlError(defect) &&
    (defect.isRetryable || defect.reason.operation === "connect" || isPassing(defect.reason.cause))
)
