import { Schema } from "effect"
import { AuditActor } from "../audit/AuditLog.ts"
import { RowId } from "../shared/Scalars.ts"
import { FulfillmentId } from "./Fulfillment.ts"

/** A code that was given at the desk and was wrong. */
export const VerificationAttempt = Schema.Struct({
  fulfillmentId: FulfillmentId,
  attemptedAt: Schema.DateTimeUtc,
  actor: AuditActor
})
export type VerificationAttempt = typeof VerificationAttempt.Type

/** An attempt with its place in the table. */
export const VerificationAttemptRow = Schema.Struct({ id: RowId, ...VerificationAttempt.fields })
