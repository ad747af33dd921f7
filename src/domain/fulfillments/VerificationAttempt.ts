import { Schema } from "effect"
import { AuditActor } from "../audit/AuditLog.ts"
import { RowId } from "../shared/Scalars.ts"
import { FulfillmentId } from "./Fulfillment.ts"

/** A wrong code presented at the desk. */
export const VerificationAttempt = Schema.Struct({
  fulfillmentId: FulfillmentId,
  attemptedAt: Schema.DateTimeUtc,
  actor: AuditActor
})
export type VerificationAttempt = typeof VerificationAttempt.Type

/** An attempt with its row id. */
export const VerificationAttemptRow = Schema.Struct({ id: RowId, ...VerificationAttempt.fields })
