import { Effect, Option } from "effect"
import { guestsRead } from "../operators/operatorPermissions.ts"
import { Operators } from "../operators/Operators.ts"
import { Workspaces } from "../messaging/Workspaces.ts"
import type { PrivateAsker } from "../privateAi/PrivateReader.ts"
import type { ChatIdentity } from "./ChatIdentity.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"

/** An operator who asks in a chat, with what the operator may read of the installation's workspace now. */
export interface Consultant {
  readonly asker: PrivateAsker
  readonly operatorXid: string
}

/**
 * Who a linked user is now, looked up for every turn (INT-044): none for an operator who is not active in the
 * organization or may not read its guests any more, or when the workspace is archived.
 */
export const findConsultant = Effect.fnUntraced(function* (
  { organizationId, workspaceId }: Pick<ChatInstallation, "organizationId" | "workspaceId">,
  { operatorId }: Pick<ChatIdentity, "operatorId">
) {
  const workspaces = yield* Workspaces
  const operator = Option.getOrUndefined(
    yield* Operators.use((operators) => operators.findById(organizationId, operatorId))
  )
  const workspace = Option.getOrUndefined(yield* workspaces.findById(organizationId, workspaceId))
  if (operator?.status !== "active" || !operator.permissions.includes(guestsRead)) return Option.none<Consultant>()
  if (workspace?.status !== "active") return Option.none<Consultant>()
  const audienceTeamIds = yield* workspaces.listTeamIds(operatorId)
  const asker: PrivateAsker = {
    organizationId,
    workspaceId,
    scope: workspace.xid,
    operator: { id: operator.id, xid: operator.identitySubject },
    reader: { audienceWorkspace: true, audienceTeamIds, sensitive: false }
  }
  return Option.some<Consultant>({ asker, operatorXid: operator.identitySubject })
})
