import { Context, DateTime, Effect } from "effect"
import { type AuditActor, type AuditEntry, AuditLog } from "./AuditLog.ts"

/** What happens without a request, such as the work of a job. */
export const theSystem: AuditActor = { kind: "system", id: null }

/** Who makes the write at hand, and in which request. Outside of one it is the system. */
export const AuditOrigin = Context.Reference<{ readonly actor: AuditActor; readonly requestId: string | null }>(
  "hub/domain/audit/AuditOrigin",
  { defaultValue: () => ({ actor: theSystem, requestId: null }) }
)

/** What the system does of its own accord, also where a request set it off: the expiry of a claim that was due. */
export const asSystem = Effect.provideService(AuditOrigin, { actor: theSystem, requestId: null })

/** What changed, by whom and when aside. `before` and `after` hold ids and settings: no secrets, and of people only ids. */
export type AuditedChange = Pick<AuditEntry, "organizationId" | "action" | "subject" | "before" | "after">

/** Records a change in the audit log, in the caller's transaction, with the actor and the request at hand. */
export const audit = Effect.fnUntraced(function* (change: AuditedChange) {
  const origin = yield* AuditOrigin
  const log = yield* AuditLog
  yield* log.insert({ ...change, ...origin, createdAt: yield* DateTime.now })
})
