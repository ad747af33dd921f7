import type { DateTime } from "effect"
import type { ApiKey } from "../../domain/access/ApiKey.ts"
import { hasPassed } from "../../domain/shared/hasPassed.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

const stateOf = ({ expiresAt, revokedAt }: ApiKey, now: DateTime.Utc) => {
  if (hasPassed(revokedAt, now)) return "revoked"
  return hasPassed(expiresAt, now) ? "expired" : "active"
}

/** The JSON output for a key, without secret and hash (GEN-009). Ids are external, times ISO 8601. */
export const keyView = (key: ApiKey, now: DateTime.Utc) => ({
  id: key.xid,
  state: stateOf(key, now),
  surface: key.surface,
  name: key.name,
  environment: key.environment,
  prefix: key.prefix,
  lastFour: key.lastFour,
  authLevel: key.authLevel,
  permissions: key.permissions,
  /** Number of venues that a partner key reaches, or `all`; null for a hub key. */
  venues: key.surface === "hub" ? null : key.allVenues ? "all" : key.venueIds.length,
  createdAt: instantOrNull(key.createdAt),
  expiresAt: instantOrNull(key.expiresAt),
  revokedAt: instantOrNull(key.revokedAt),
  lastUsedAt: instantOrNull(key.lastUsedAt),
  replacedBy: key.replacedBy
})
