import { Context } from "effect"

/**
 * The assistant host of this request, and the organization and workspace of its URL. The `OperatorCaller` is the
 * operator it acts for.
 */
export interface AssistantCallerShape {
  readonly clientId: string
  readonly scopes: ReadonlySet<string>
  /** External id of the organization, which token and URL agree on. */
  readonly organizationId: string
  /** The `scope` of the workspace. */
  readonly scopeId: string
}

export class AssistantCaller extends Context.Service<AssistantCaller, AssistantCallerShape>()(
  "hub/domain/assistants/AssistantCaller"
) {}
