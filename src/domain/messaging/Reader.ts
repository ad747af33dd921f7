import type { OrganizationId } from "../organizations/Organization.ts"
import type { Workspace } from "./Workspace.ts"

/** Which audiences of a workspace someone belongs to. */
export interface Audiences {
  readonly audienceWorkspace: boolean
  /** Internal ids of teams. */
  readonly audienceTeamIds: ReadonlyArray<number>
}

/** What someone may see of messages. */
export interface Sight extends Audiences {
  /** Operators read sensitive messages, marked as such; integrations and assistants never do (HUB-038, INT-012). */
  readonly readsSensitive: boolean
}

/** Whoever reads or moves the records of one workspace: an integration, an operator, or an assistant for one. */
export interface Reader extends Sight {
  readonly workspace: Pick<Workspace, "id" | "xid">
  readonly organizationId: OrganizationId
  /** As owners of Actions are shown: `xid` is the external id. */
  readonly owner: { readonly kind: "integration" | "operator"; readonly xid: string }
}
