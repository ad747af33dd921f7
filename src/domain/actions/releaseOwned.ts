import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { IntegrationId } from "../access/ApiKey.ts"
import { asSystem, audit } from "../audit/audit.ts"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import type { MessagingGrant } from "../messaging/MessagingGrant.ts"
import type { Audiences } from "../messaging/Reader.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ActionOwner } from "./ActionOwner.ts"
import { Actions, type OwnedAction } from "./Actions.ts"

/** An owner, and the Actions that stay theirs. */
export interface Keeper {
  readonly owner: ActionOwner
  readonly keeps: (action: OwnedAction) => boolean
}

/** An integration, and the Actions that its active grants cover. */
export const keeperByGrants = (
  id: IntegrationId,
  grants: ReadonlyArray<Audiences & Pick<MessagingGrant, "workspaceId">>
): Keeper => ({
  owner: { kind: "integration", id },
  keeps: (action) => grants.some((grant) => grant.workspaceId === action.workspaceId && audienceCovers(grant, action))
})

/**
 * Releases the Actions of owners who can no longer act on them, in the transaction of the cause: a grant that ended
 * or was narrowed, an operator who was deactivated, lost a permission or left a team (DOMAIN 3.1, A11). The
 * Actions of all of them are locked before the first counter (DOMAIN 5.1). Returns how many were released.
 */
export const releaseOwned = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  owners: ReadonlyArray<Keeper>,
  requestId: string
) {
  const actions = yield* Actions
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const lost = yield* Effect.forEach(owners, ({ keeps, owner }) =>
    Effect.map(actions.listOwnedForUpdate(organizationId, owner), (owned) => owned.filter((action) => !keeps(action)))
  )
  // By workspace, so that concurrent releases lock the counters of several workspaces in one order.
  const released = lost.flat().toSorted((a, b) => a.workspaceId - b.workspaceId || a.id - b.id)
  for (const action of released) {
    yield* actions.insertTransition({
      actionId: action.id,
      type: "release",
      fromState: "owned",
      toState: "unowned",
      actorKind: "system",
      actorId: "system",
      expectedVersion: action.version,
      resultingVersion: action.version + 1,
      evidence: null,
      note: null,
      receiptXid: yield* random.uuidV7(),
      requestId,
      occurredAt: now,
      owner: null,
      audience: { audienceKind: action.audienceKind, teamId: action.teamId },
      eventXid: yield* random.uuidV7(),
      eventKind: "action.released"
    })
    yield* audit({
      organizationId,
      action: "action.released",
      subject: `action:${action.xid}`,
      before: { state: "owned", version: action.version },
      after: { state: "unowned", version: action.version + 1 }
    }).pipe(asSystem)
  }
  return released.length
})
