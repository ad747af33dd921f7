import { Layer } from "effect"
import { SqlError } from "effect/sql"
import { Outage } from "../domain/shared/Outage.ts"

/** Failures of the database that another try, later, may not meet: the connection, a deadline, a lock, a shutdown. */
export const layer = Layer.succeed(
  Outage,
  (defect: unknown) => SqlError.isSqlError(defect) && (defect.reason._tag === "ConnectionError" || defect.isRetryable)
)
