import { Context, type Effect, type Option } from "effect"
import type { Guest } from "../guests/Guest.ts"
import type { OperatorId } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Team, Workspace, WorkspaceId } from "./Workspace.ts"

/** Workspaces, their teams, and the rows that their records refer to. */
export class Workspaces extends Context.Service<
  Workspaces,
  {
    /** By external id, within the organization, in any status. */
    readonly find: (organizationId: OrganizationId, xid: string) => Effect.Effect<Option.Option<Workspace>>
    /** By row id, within the organization, in any status. */
    readonly findById: (organizationId: OrganizationId, id: WorkspaceId) => Effect.Effect<Option.Option<Workspace>>
    /** By external id, within the workspace. */
    readonly findTeam: (workspaceId: WorkspaceId, xid: string) => Effect.Effect<Option.Option<Team>>
    /** The teams that the operator is a member of, in any workspace, by id. */
    readonly listTeamIds: (operatorId: OperatorId) => Effect.Effect<ReadonlyArray<number>>
    /** By canonical id. */
    readonly findGuest: (organizationId: OrganizationId, xid: string) => Effect.Effect<Option.Option<Guest>>
    /** Whether the organization has a stay with the external id. */
    readonly hasReservation: (organizationId: OrganizationId, externalId: string) => Effect.Effect<boolean>
  }
>()("hub/domain/messaging/Workspaces") {}
