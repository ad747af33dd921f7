import { Duration, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import { OperatorId } from "./Operator.ts"

/** Absolute and idle timeout of a session (INT-046). */
export const sessionLifetime = Duration.hours(12)
export const sessionIdleTime = Duration.hours(2)

/** An operator's session. Only the SHA-256 of its id is stored; `lastSeenAt` may be five seconds behind. */
export const OperatorSession = Schema.Struct({
  id: RowId,
  idHash: Schema.NonEmptyString,
  operatorId: OperatorId,
  createdAt: Schema.DateTimeUtc,
  lastSeenAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc,
  revokedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type OperatorSession = typeof OperatorSession.Type
