import { DateTime, Effect, Redacted } from "effect"
import { audit } from "../audit/audit.ts"
import { Digests } from "../shared/Digests.ts"
import { randomToken } from "../shared/randomToken.ts"
import type { Operator } from "./Operator.ts"
import { sessionLifetime } from "./OperatorSession.ts"
import { OperatorSessions } from "./OperatorSessions.ts"

/** Starts a session of the operator; returns its id, of which only the hash is stored (INT-046, GEN-009). */
export const signIn = Effect.fnUntraced(function* (
  operator: Pick<Operator, "id" | "identitySubject" | "organizationId">
) {
  const digests = yield* Digests
  const now = yield* DateTime.now
  const id = yield* randomToken("")
  yield* OperatorSessions.use((sessions) =>
    sessions.insert({
      idHash: digests.sha256(id),
      operatorId: operator.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: DateTime.addDuration(now, sessionLifetime),
      revokedAt: null
    })
  )
  yield* audit({
    organizationId: operator.organizationId,
    action: "session.started",
    subject: `operator:${operator.identitySubject}`,
    before: null,
    after: null
  })
  return Redacted.make(id)
})
