import { DateTime, Effect } from "effect"
import { ApiKeys } from "../access/ApiKeys.ts"
import { auditKey } from "../access/auditKey.ts"
import { Credentials } from "../access/Credentials.ts"
import { hasPassed } from "../shared/hasPassed.ts"
import { NotFound } from "../shared/NotFound.ts"
import { lockIntegration } from "./lockIntegration.ts"

/**
 * Revokes a key of the integration now, in every process (PAR-100); one that was revoked before is left as it is.
 * `NotFound` for a key of another integration.
 */
export const revokeIntegrationKey = Effect.fnUntraced(function* (integrationXid: string, keyXid: string) {
  const keys = yield* ApiKeys
  const integration = yield* lockIntegration(integrationXid)
  const missing = () => Effect.fail(new NotFound({}))
  const key = yield* Effect.catchTag(keys.get(keyXid), "ApiKeyMissing", missing)
  if (key.surface !== "hub" || key.integrationId !== integration.id) return yield* missing()
  // Read again once it is locked: `hub keys revoke`, which locks no integration, may have revoked it meanwhile.
  const { revokedAt } = yield* Effect.catchTag(keys.getForUpdate(keyXid), "ApiKeyMissing", missing)
  const now = yield* DateTime.now
  if (hasPassed(revokedAt, now)) return
  yield* Credentials.use(({ changing }) => changing(key))
  yield* Effect.catchTag(keys.updateRevokedAt(keyXid, now), "ApiKeyMissing", missing)
  yield* auditKey(key, "revoked", integrationXid)
})
