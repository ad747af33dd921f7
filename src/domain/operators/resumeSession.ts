import { DateTime, Duration, Effect, Option } from "effect"
import { Digests } from "../shared/Digests.ts"
import type { OperatorCallerShape } from "./OperatorCaller.ts"
import { SessionInvalid, SessionMissing } from "./OperatorErrors.ts"
import { type OperatorSession, sessionIdleTime } from "./OperatorSession.ts"
import { OperatorSessions } from "./OperatorSessions.ts"

/** `lastSeenAt` is written at most this often. */
const lastSeenInterval = Duration.seconds(5)

const isCurrent = ({ expiresAt, lastSeenAt, revokedAt }: OperatorSession, now: DateTime.Utc) =>
  revokedAt === null &&
  DateTime.isGreaterThan(expiresAt, now) &&
  DateTime.isGreaterThan(DateTime.addDuration(lastSeenAt, sessionIdleTime), now)

/**
 * The operator of the session whose id has this hash, with current permissions; extends the session by two hours, up to
 * twelve in total (INT-046). Fails if the operator was deactivated meanwhile.
 */
export const resumeSession = Effect.fnUntraced(function* (idHash: string | undefined) {
  if (idHash === undefined) return yield* new SessionMissing()
  const sessions = yield* OperatorSessions
  const digests = yield* Digests
  const now = yield* DateTime.now
  const held = yield* sessions.find(idHash)
  if (Option.isNone(held)) return yield* new SessionInvalid()
  const { operator, organization, session } = held.value
  if (!digests.equal(session.idHash, idHash) || !isCurrent(session, now) || operator.status !== "active") {
    return yield* new SessionInvalid()
  }
  if (DateTime.isGreaterThanOrEqualTo(now, DateTime.addDuration(session.lastSeenAt, lastSeenInterval))) {
    yield* sessions.updateLastSeen(idHash, now)
  }
  return {
    kind: "operator",
    operator: { id: operator.id, xid: operator.xid, name: operator.name },
    organization: organization?.status === "active" ? { id: organization.id, xid: organization.xid } : null,
    permissions: new Set(operator.permissions)
  } satisfies OperatorCallerShape
})
