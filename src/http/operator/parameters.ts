import { Selector } from "../../domain/messaging/Workspace.ts"
import { PathText } from "../surface/schemas/PathText.ts"

/** The organization in the path, which must be the operator's own (INT-005). */
export const OrganizationPath = {
  orgId: PathText.annotateKey({ description: "External id of the operator's organization" })
}

/** The workspace selected by a request (INT-003). */
export const scopeQuery = Selector.annotateKey({
  description: "Id of a workspace of the organization; must match exactly"
})
