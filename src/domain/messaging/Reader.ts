import type { OrganizationId } from "../organizations/Organization.ts"
import type { Workspace } from "./Workspace.ts"

/** The audiences of a workspace that a reader belongs to. */
export interface Audiences {
  readonly audienceWorkspace: boolean
  /** Internal ids of teams. */
  readonly audienceTeamIds: ReadonlyArray<number>
}

/** The messages that a reader may see. */
export interface Sight extends Audiences {
  /** Operators read sensitive messages, marked as such; integrations and assistants never do (HUB-038, INT-012). */
  readonly readsSensitive: boolean
}

/** A reader or actor in one workspace: an integration, an operator, or an assistant on behalf of one. */
export interface Reader extends Sight {
  readonly workspace: Pick<Workspace, "id" | "xid">
  readonly organizationId: OrganizationId
  /** The reader as an owner of Actions; `xid` is the external id. */
  readonly owner: { readonly kind: "integration" | "operator"; readonly xid: string }
}
