import { DateTime, Duration, Effect, Option } from "effect"
import { Digests } from "../shared/Digests.ts"
import type { OperatorCallerShape } from "./OperatorCaller.ts"
import { SessionInvalid } from "./OperatorErrors.ts"
import { type OperatorSession, sessionIdleTime } from "./OperatorSession.ts"
import { OperatorSessions } from "./OperatorSessions.ts"

/** The time of the last request is written at most this often. */
const writtenEvery = Duration.minutes(1)

const isCurrent = ({ expiresAt, lastSeenAt, revokedAt }: OperatorSession, now: DateTime.Utc) =>
  revokedAt === null &&
  DateTime.isGreaterThan(expiresAt, now) &&
  DateTime.isGreaterThan(DateTime.addDuration(lastSeenAt, sessionIdleTime), now)

/**
 * The operator of the session whose id has the hash, with the permissions of now; the session lasts two hours more, up to
 * twelve in all (INT-046). An operator who was deactivated meanwhile has none.
 */
export const resumeSession = Effect.fnUntraced(function* (idHash: string | undefined) {
  if (idHash === undefined) return yield* new SessionInvalid()
  const sessions = yield* OperatorSessions
  const digests = yield* Digests
  const now = yield* DateTime.now
  const found = yield* sessions.find(idHash)
  if (Option.isNone(found)) return yield* new SessionInvalid()
  const { operator, organization, session } = found.value
  if (!digests.equal(session.idHash, idHash) || !isCurrent(session, now) || operator.status !== "active") {
    return yield* new SessionInvalid()
  }
  if (DateTime.isGreaterThanOrEqualTo(now, DateTime.addDuration(session.lastSeenAt, writtenEvery))) {
    yield* sessions.updateLastSeen(idHash, now)
  }
  return {
    kind: "operator",
    operator: { id: operator.id, xid: operator.xid, name: operator.name },
    organization: organization?.status === "active" ? { id: organization.id, xid: organization.xid } : null,
    permissions: new Set(operator.permissions)
  } satisfies OperatorCallerShape
})
