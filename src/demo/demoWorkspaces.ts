import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { WorkspaceId } from "../domain/messaging/Workspace.ts"
import { organizationIds } from "./demoOrganizations.ts"

/** The workspaces by their external id, which is the `scope` of the API. */
export const workspaces = {
  "ws-a-main": { id: WorkspaceId.make(401), organization: "A" },
  "ws-a-second": { id: WorkspaceId.make(402), organization: "A" },
  "ws-b-main": { id: WorkspaceId.make(403), organization: "B" },
  "ws-c-main": { id: WorkspaceId.make(404), organization: "C" },
  "ws-e-main": { id: WorkspaceId.make(405), organization: "E" }
} as const

export type WorkspaceName = keyof typeof workspaces

export const workspaceNames: ReadonlyArray<WorkspaceName> = Record.keys(workspaces)

/** The teams of ws-a-main by their external id. */
export const teamIds = { "team-night": 411, "team-day": 412 } as const

export type TeamName = keyof typeof teamIds

const teamNames: ReadonlyArray<TeamName> = Record.keys(teamIds)

export const demoWorkspaces = (): Pick<Dataset, "workspaces" | "teams"> => ({
  workspaces: workspaceNames.map((name) => ({
    id: workspaces[name].id,
    organizationId: organizationIds[workspaces[name].organization],
    xid: name,
    name: `Workspace ${name}`,
    status: "active"
  })),
  teams: teamNames.map((name) => ({
    id: teamIds[name],
    workspaceId: workspaces["ws-a-main"].id,
    xid: name,
    name: `Team ${name}`
  }))
})
