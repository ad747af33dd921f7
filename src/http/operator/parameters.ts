import { Selector } from "../../domain/messaging/Workspace.ts"
import { PathText } from "../surface/PathText.ts"

/** The organization that a path selects: the operator's own (INT-005). */
export const OrganizationPath = {
  orgId: PathText.annotateKey({ description: "External id of the organization, which is the operator's own" })
}

/** The workspace of a request (INT-003). */
export const scopeQuery = Selector.annotateKey({ description: "The exact id of a workspace of the organization" })
