import { DateTime, Effect } from "effect"
import { audit } from "../audit/audit.ts"
import { Digests } from "../shared/Digests.ts"
import { OperatorCaller } from "./OperatorCaller.ts"
import { OperatorSessions } from "./OperatorSessions.ts"

/** Revokes the session with the id, at once in every process (INT-046). */
export const signOut = Effect.fnUntraced(function* (id: string) {
  const digests = yield* Digests
  const { operator, organization } = yield* OperatorCaller
  const now = yield* DateTime.now
  yield* OperatorSessions.use((sessions) => sessions.updateRevokedAt(digests.sha256(id), now))
  yield* audit({
    organizationId: organization?.id ?? null,
    action: "session.ended",
    subject: `operator:${operator.xid}`,
    before: null,
    after: null
  })
})
