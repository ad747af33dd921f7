import { Context, DateTime, Effect } from "effect"
import { type AuditActor, type AuditEntry, AuditLog } from "./AuditLog.ts"

/** The actor of work outside a request, such as a job. */
export const systemActor: AuditActor = { kind: "system", id: null }

/** The actor and request of the current write; the system outside a request. */
export const AuditOrigin = Context.Reference<{ readonly actor: AuditActor; readonly requestId: string | null }>(
  "hub/domain/audit/AuditOrigin",
  { defaultValue: () => ({ actor: systemActor, requestId: null }) }
)

/** Attributes an effect to the system even within a request, such as the expiry of a due claim. */
export const asSystem = Effect.provideService(AuditOrigin, { actor: systemActor, requestId: null })

/**
 * A change without actor and time. `before` and `after` hold ids and settings: no secrets, and no personal data other
 * than ids.
 */
export type AuditedChange = Pick<AuditEntry, "organizationId" | "action" | "subject" | "before" | "after">

/** Records a change in the audit log, in the caller's transaction, with the current actor and request. */
export const audit = Effect.fnUntraced(function* (change: AuditedChange) {
  const origin = yield* AuditOrigin
  const log = yield* AuditLog
  yield* log.insert({ ...change, ...origin, createdAt: yield* DateTime.now })
})
