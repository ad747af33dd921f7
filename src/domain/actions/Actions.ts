import { Context, type Effect, type Option, Schema } from "effect"
import type { Addressee } from "../messaging/audienceCovers.ts"
import type { EventKind } from "../messaging/MessagingEvent.ts"
import type { Audiences } from "../messaging/Reader.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Instant } from "../shared/Instant.ts"
import type { OperatorId } from "../operators/Operator.ts"
import { Action } from "./Action.ts"
import type { ActionOwner } from "./ActionOwner.ts"
import { ActionTransition } from "./ActionTransition.ts"

/** An Action as scanned for a page, visible or not. References are external ids. */
export const ScannedAction = Schema.Struct({
  seq: Action.fields.seq,
  id: Action.fields.xid,
  version: Action.fields.version,
  state: Action.fields.state,
  kind: Action.fields.kind,
  title: Action.fields.title,
  details: Action.fields.details,
  priority: Action.fields.priority,
  guestId: Schema.NullOr(Schema.String),
  reservationId: Action.fields.reservationId,
  propertyId: Schema.NullOr(Schema.String),
  audienceKind: Action.fields.audienceKind,
  teamId: Action.fields.teamId,
  teamXid: Schema.NullOr(Schema.String),
  ownerKind: Action.fields.ownerKind,
  ownerId: Schema.NullOr(Schema.String),
  ownerName: Schema.NullOr(Schema.String),
  dueAt: Schema.NullOr(Instant),
  evidence: Action.fields.evidence,
  createdAt: Instant,
  updatedAt: Instant,
  claimedAt: Schema.NullOr(Instant),
  finishedAt: Schema.NullOr(Instant),
  cancelledAt: Schema.NullOr(Instant)
})
export type ScannedAction = typeof ScannedAction.Type

/** The fields that decide whether a transition is allowed. */
export const LockedAction = Schema.Struct({
  id: Action.fields.id,
  version: Action.fields.version,
  state: Action.fields.state,
  audienceKind: Action.fields.audienceKind,
  teamId: Action.fields.teamId,
  ownerKind: Action.fields.ownerKind,
  ownerIntegrationId: Action.fields.ownerIntegrationId,
  ownerOperatorId: Action.fields.ownerOperatorId
})
export type LockedAction = typeof LockedAction.Type

/** A move with the resulting owner and audience, and the event that records it. */
export interface ActionMove extends ActionTransition {
  readonly owner: ActionOwner | null
  readonly audience: Addressee
  readonly eventXid: string
  readonly eventKind: EventKind
}

/** A new Action, with the move that creates it and its event. `seq` is taken from the workspace's counter. */
export interface NewAction {
  readonly action: Omit<Action, "id" | "seq">
  readonly transition: Omit<ActionTransition, "actionId">
  readonly eventXid: string
}

/** The filters of a listing: guest (canonical id), state, owning operator, team (external id). */
export interface ActionFilter {
  readonly guest?: string | undefined
  readonly state?: Action["state"] | undefined
  readonly ownerOperatorId?: OperatorId | undefined
  readonly team?: string | undefined
}

/** A listing, optionally with `seq` below `before`. */
export interface ActionScan extends ActionFilter {
  readonly workspaceId: WorkspaceId
  readonly organizationId: OrganizationId
  readonly before: number | undefined
  readonly limit: number
}

/** The number of Actions in a state. */
export const StateCount = Schema.Struct({ state: Action.fields.state, count: Schema.Int })
export type StateCount = typeof StateCount.Type

/** A stored move as its history shows it. */
export const ActionMoveRow = Schema.Struct({
  type: ActionTransition.fields.type,
  fromState: ActionTransition.fields.fromState,
  toState: ActionTransition.fields.toState,
  actorKind: ActionTransition.fields.actorKind,
  actorId: ActionTransition.fields.actorId,
  resultingVersion: ActionTransition.fields.resultingVersion,
  evidence: ActionTransition.fields.evidence,
  note: ActionTransition.fields.note,
  occurredAt: Instant
})
export type ActionMoveRow = typeof ActionMoveRow.Type

/** An owned Action, with the facts that decide whether its owner is still eligible (DOMAIN 3.1, A11). */
export const OwnedAction = Schema.Struct({
  id: Action.fields.id,
  xid: Action.fields.xid,
  workspaceId: Action.fields.workspaceId,
  version: Action.fields.version,
  audienceKind: Action.fields.audienceKind,
  teamId: Action.fields.teamId
})
export type OwnedAction = typeof OwnedAction.Type

/** The Actions of workspaces. */
export class Actions extends Context.Service<
  Actions,
  {
    /** Newest first by `seq`, visible or not: the caller applies visibility. */
    readonly list: (scan: ActionScan) => Effect.Effect<ReadonlyArray<ScannedAction>>
    /** The number of visible Actions in each state; a state without any is absent. */
    readonly countByState: (workspaceId: WorkspaceId, audiences: Audiences) => Effect.Effect<ReadonlyArray<StateCount>>
    /** By external id, within the workspace. */
    readonly find: (workspaceId: WorkspaceId, xid: string) => Effect.Effect<Option.Option<ScannedAction>>
    /** As `find`, and locks the Action until the transaction ends. */
    readonly findForUpdate: (workspaceId: WorkspaceId, xid: string) => Effect.Effect<Option.Option<LockedAction>>
    /**
     * Applies a transition to an Action locked by `findForUpdate`, stores it and appends the event, all or nothing; a
     * version mismatch is a defect. Locks the workspace's counter until the transaction ends, so commit order is
     * sequence order.
     */
    readonly insertTransition: (move: ActionMove) => Effect.Effect<void>
    /**
     * Inserts an Action, the move that creates it, and the event `action.created`. Locks the workspace's counter until
     * the transaction ends.
     */
    readonly insert: (created: NewAction) => Effect.Effect<void>
    /** The moves of an Action in order; an Action from demo data or an import may have none. */
    readonly listMoves: (workspaceId: WorkspaceId, xid: string) => Effect.Effect<ReadonlyArray<ActionMoveRow>>
    /** The Actions of one owner in an organization, by id, locked until the transaction ends. */
    readonly listOwnedForUpdate: (
      organizationId: OrganizationId,
      owner: ActionOwner
    ) => Effect.Effect<ReadonlyArray<OwnedAction>>
  }
>()("hub/domain/actions/Actions") {}
