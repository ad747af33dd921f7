import { Effect } from "effect"
import { HubCaller } from "../access/HubCaller.ts"
import { requirePermissions } from "../access/requirePermissions.ts"
import { authorizeWorkspace } from "./authorizeWorkspace.ts"
import { MessagingGrants } from "./MessagingGrants.ts"

/**
 * Policy step: both the key and an active grant for exactly this workspace carry `permission`; the key is checked
 * first.
 */
export const requireGrant = Effect.fnUntraced(function* (scope: string, permission: string) {
  yield* requirePermissions([permission])
  const { integration } = yield* HubCaller
  const grants = yield* MessagingGrants.use((all) => all.listByIntegration(integration.id))
  return yield* Effect.fromResult(authorizeWorkspace(grants, integration, scope, permission))
})
