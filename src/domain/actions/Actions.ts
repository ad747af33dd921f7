import { Context, type Effect, type Option, Schema } from "effect"
import { IntegrationId } from "../access/ApiKey.ts"
import { EventKind } from "../messaging/MessagingEvent.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Instant } from "../shared/Instant.ts"
import { Action } from "./Action.ts"
import { ActionTransition } from "./ActionTransition.ts"

/** An Action as a page scans it, visible or not. References are external ids. */
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
  ownerIntegrationId: Action.fields.ownerIntegrationId,
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
  ownerIntegrationId: Action.fields.ownerIntegrationId
})
export type LockedAction = typeof LockedAction.Type

/** A transition by an integration: `integrationId` is the owner afterwards; an event records it. */
export const IntegrationMove = Schema.Struct({
  ...ActionTransition.fields,
  integrationId: IntegrationId,
  eventXid: Schema.NonEmptyString,
  eventKind: EventKind
})
export type IntegrationMove = typeof IntegrationMove.Type

/** A listing: optionally of one guest (canonical id), optionally with `seq` below `before`. */
export interface ActionScan {
  readonly workspaceId: WorkspaceId
  readonly organizationId: OrganizationId
  readonly guest: string | undefined
  readonly before: number | undefined
  readonly limit: number
}

/** The Actions of workspaces. */
export class Actions extends Context.Service<
  Actions,
  {
    /** Newest first by `seq`, visible or not: the caller applies visibility. */
    readonly list: (scan: ActionScan) => Effect.Effect<ReadonlyArray<ScannedAction>>
    /** By external id, within the workspace. */
    readonly find: (workspaceId: WorkspaceId, xid: string) => Effect.Effect<Option.Option<ScannedAction>>
    /** As `find`, and locks the Action until the transaction ends. */
    readonly findForUpdate: (workspaceId: WorkspaceId, xid: string) => Effect.Effect<Option.Option<LockedAction>>
    /**
     * Applies a transition to an Action locked by `findForUpdate`, stores it and appends the event, all or nothing; a
     * version other than the expected one is a defect. Locks the workspace's counter until the transaction ends, so
     * commit order is sequence order.
     */
    readonly insertTransition: (move: IntegrationMove) => Effect.Effect<void>
  }
>()("hub/domain/actions/Actions") {}
