import { Effect, Option } from "effect"
import { Workspaces } from "../messaging/Workspaces.ts"
import type { OperatorCallerShape } from "../operators/OperatorCaller.ts"
import { guestsRead } from "../operators/operatorPermissions.ts"
import { Operators } from "../operators/Operators.ts"
import { Organizations } from "../organizations/Organizations.ts"
import type { ChatIdentity } from "./ChatIdentity.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"

/** An operator who asks the assistant in a chat, and the workspace that the questions are about. */
export interface ConsultingOperator {
  readonly caller: OperatorCallerShape
  readonly scope: string
}

/**
 * The operator behind a linked user, looked up for every turn (INT-044): none if the operator is not active in the
 * organization or may no longer read its guests, or if the workspace is archived. The hub acts like an assistant on
 * behalf of the operator, so sensitive content never reaches a chat platform.
 */
export const findConsultingOperator = Effect.fnUntraced(function* (
  { organizationId, workspaceId }: Pick<ChatInstallation, "organizationId" | "workspaceId">,
  { operatorId }: Pick<ChatIdentity, "operatorId">
) {
  const found = Option.all({
    operator: yield* Operators.use((operators) => operators.findById(organizationId, operatorId)),
    organization: yield* Organizations.use((organizations) => organizations.findById(organizationId)),
    workspace: yield* Workspaces.use((workspaces) => workspaces.findById(organizationId, workspaceId))
  })
  return Option.flatMap(found, ({ operator, organization, workspace }) => {
    const isActive = [operator, organization, workspace].every(({ status }) => status === "active")
    if (!isActive || !operator.permissions.includes(guestsRead)) return Option.none<ConsultingOperator>()
    return Option.some<ConsultingOperator>({
      caller: {
        kind: "assistant",
        operator: { id: operator.id, xid: operator.identitySubject, name: operator.name },
        organization: { id: organization.id, xid: organization.xid },
        permissions: new Set(operator.permissions)
      },
      scope: workspace.xid
    })
  })
})
