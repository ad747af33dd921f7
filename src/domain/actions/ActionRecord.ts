import { Schema } from "effect"
import { Audience, audienceCovers } from "../messaging/audienceCovers.ts"
import type { Reader } from "../messaging/Reader.ts"
import { Instant } from "../shared/Instant.ts"
import { Action, ActionPriority, ActionState } from "./Action.ts"
import type { ScannedAction } from "./Actions.ts"

/** The owner of an Action; `isSelf` is true for keys of the owning integration, and for the owning operator. */
const ActionOwner = Schema.Struct({
  kind: Schema.Literals(["integration", "operator"]).annotateKey({
    description: "Whether an integration or an operator owns it"
  }),
  id: Schema.String.annotateKey({ description: "External id of the owner" }),
  displayName: Schema.String.annotateKey({ description: "Name of the owner for display" }),
  isSelf: Schema.Boolean.annotateKey({ description: "Whether the caller is the owner" })
}).annotate({ identifier: "ActionOwner" })

/** The public view of an Action (HUB-049, INT-012). Times of transitions that have not happened are null. */
export const ActionRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "The Action's id" }),
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotateKey({
    description: "Incremented by every change; a transition states the version it is based on"
  }),
  state: ActionState.annotateKey({
    description: "`unowned` may be claimed, `owned` finished or cancelled; `finished` and `cancelled` are final"
  }),
  kind: Schema.String.annotateKey({ description: "Kind of task; an open set" }),
  title: Schema.String.annotateKey({ description: "Summary of the task, in one line" }),
  details: Schema.NullOr(Schema.String).annotateKey({
    description: "Full description of the task; null without details"
  }),
  priority: ActionPriority.annotateKey({ description: "Urgency" }),
  guestId: Schema.NullOr(Schema.String).annotateKey({
    description: "Canonical id of the guest it is for; null for a task without a guest"
  }),
  reservationId: Action.fields.reservationId.annotateKey({
    description: "External id of the stay it belongs to; null if none"
  }),
  propertyId: Schema.NullOr(Schema.String).annotateKey({
    description: "Document id of the venue it belongs to; null if none"
  }),
  audience: Audience.annotateKey({ description: "Who may see it" }),
  owner: Schema.NullOr(ActionOwner).annotateKey({ description: "Who claimed it; null while unowned" }),
  dueAt: Schema.NullOr(Instant).annotateKey({ description: "When it should be done; null without a deadline" }),
  evidence: Schema.NullOr(Schema.String).annotateKey({
    description: "Evidence recorded when it was finished; null if none"
  }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it last changed" }),
  claimedAt: Schema.NullOr(Instant).annotateKey({ description: "When it was claimed; null if it has not been" }),
  finishedAt: Schema.NullOr(Instant).annotateKey({ description: "When it was finished; null if it has not been" }),
  cancelledAt: Schema.NullOr(Instant).annotateKey({ description: "When it was cancelled; null if it has not been" })
}).annotate({ identifier: "ActionRecord" })
export type ActionRecord = typeof ActionRecord.Type

const recordOf = ({ owner }: Reader, action: ScannedAction): ActionRecord => ({
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
          isSelf: action.ownerKind === owner.kind && action.ownerId === owner.xid
        },
  dueAt: action.dueAt,
  evidence: action.evidence,
  createdAt: action.createdAt,
  updatedAt: action.updatedAt,
  claimedAt: action.claimedAt,
  finishedAt: action.finishedAt,
  cancelledAt: action.cancelledAt
})

/** The scanned Actions that are visible to the reader, in scan order. */
export const actionRecords = (reader: Reader, scanned: ReadonlyArray<ScannedAction>): ReadonlyArray<ActionRecord> =>
  scanned.filter((action) => audienceCovers(reader, action)).map((action) => recordOf(reader, action))
