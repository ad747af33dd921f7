import { Context } from "effect"

/** The assistant host of this request, and the place that its address names; whom it acts for is the `OperatorCaller`. */
export interface AssistantCallerShape {
  readonly clientId: string
  readonly scopes: ReadonlySet<string>
  /** External id of the organization that the token and the address agree on. */
  readonly organizationId: string
  /** The `scope` of the workspace. */
  readonly scopeId: string
}

export class AssistantCaller extends Context.Service<AssistantCaller, AssistantCallerShape>()(
  "hub/domain/assistants/AssistantCaller"
) {}
