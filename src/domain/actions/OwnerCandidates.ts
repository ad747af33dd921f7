import { Context, type Effect, type Option, Schema } from "effect"
import { IntegrationId } from "../access/ApiKey.ts"
import { MessagingGrant } from "../messaging/MessagingGrant.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import { Operator } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"

/** An operator who may be assigned an Action, with their teams. */
export const OperatorCandidate = Schema.Struct({
  id: Operator.fields.id,
  /** The token subject. */
  xid: Operator.fields.identitySubject,
  status: Operator.fields.status,
  permissions: Operator.fields.permissions,
  teamIds: Schema.Array(Schema.Int)
})
export type OperatorCandidate = typeof OperatorCandidate.Type

/** An integration with its active grant in a workspace. */
export const IntegrationCandidate = Schema.Struct({
  id: IntegrationId,
  audienceWorkspace: MessagingGrant.fields.audienceWorkspace,
  audienceTeamIds: MessagingGrant.fields.audienceTeamIds
})
export type IntegrationCandidate = typeof IntegrationCandidate.Type

/**
 * The possible owners of Actions. Both methods read the current state and lock it until the transaction ends (DOMAIN
 * 3.1, A7, A11).
 */
export class OwnerCandidates extends Context.Service<
  OwnerCandidates,
  {
    /** By token subjects; locked and listed by id, as every change of several operators locks them. */
    readonly listOperators: (
      organizationId: OrganizationId,
      xids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<OperatorCandidate>>
    /** By external id; none without an active grant in the workspace, and none of a widget (HUB-082). */
    readonly findIntegration: (
      organizationId: OrganizationId,
      workspaceId: WorkspaceId,
      xid: string
    ) => Effect.Effect<Option.Option<IntegrationCandidate>>
  }
>()("hub/domain/actions/OwnerCandidates") {}
