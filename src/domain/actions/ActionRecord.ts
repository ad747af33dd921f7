import { Schema } from "effect"
import type { IntegrationId } from "../access/ApiKey.ts"
import { Audience, audienceCovers } from "../messaging/audienceCovers.ts"
import type { IntegrationGrant } from "../messaging/MessagingGrant.ts"
import { Instant } from "../shared/Instant.ts"
import { Action, ActionPriority, ActionState } from "./Action.ts"
import type { ScannedAction } from "./Actions.ts"

/** The owner of an Action; `isSelf` is true only for keys of the owning integration. */
const ActionOwner = Schema.Struct({
  kind: Schema.Literals(["integration", "operator"]),
  id: Schema.String,
  displayName: Schema.String,
  isSelf: Schema.Boolean
}).annotate({ identifier: "ActionOwner" })

/** An Action as integrations see it (HUB-049). Times of transitions that have not happened are null. */
export const ActionRecord = Schema.Struct({
  id: Schema.String,
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  state: ActionState,
  kind: Schema.String,
  title: Schema.String,
  details: Schema.NullOr(Schema.String),
  priority: ActionPriority,
  guestId: Schema.NullOr(Schema.String),
  reservationId: Action.fields.reservationId,
  propertyId: Schema.NullOr(Schema.String),
  audience: Audience,
  owner: Schema.NullOr(ActionOwner),
  dueAt: Schema.NullOr(Instant),
  evidence: Schema.NullOr(Schema.String),
  createdAt: Instant,
  updatedAt: Instant,
  claimedAt: Schema.NullOr(Instant),
  finishedAt: Schema.NullOr(Instant),
  cancelledAt: Schema.NullOr(Instant)
}).annotate({ identifier: "ActionRecord" })
export type ActionRecord = typeof ActionRecord.Type

const recordOf = (integrationId: IntegrationId, action: ScannedAction): ActionRecord => ({
  id: action.id,
  version: action.version,
  state: action.state,
  kind: action.kind,
  title: action.title,
  details: action.details,
  priority: action.priority,
  guestId: action.guestId,
  reservationId: action.reservationId,
  propertyId: action.propertyId,
  audience: { kind: action.audienceKind, teamId: action.teamXid },
  owner:
    action.ownerKind === null || action.ownerId === null || action.ownerName === null
      ? null
      : {
          kind: action.ownerKind,
          id: action.ownerId,
          displayName: action.ownerName,
          isSelf: action.ownerIntegrationId === integrationId
        },
  dueAt: action.dueAt,
  evidence: action.evidence,
  createdAt: action.createdAt,
  updatedAt: action.updatedAt,
  claimedAt: action.claimedAt,
  finishedAt: action.finishedAt,
  cancelledAt: action.cancelledAt
})

/** The scanned Actions that the grant makes visible to `integrationId`, in scan order. */
export const actionRecords = (
  grant: IntegrationGrant,
  integrationId: IntegrationId,
  scanned: ReadonlyArray<ScannedAction>
): ReadonlyArray<ActionRecord> =>
  scanned.filter((action) => audienceCovers(grant, action)).map((action) => recordOf(integrationId, action))
