import { Effect } from "effect"
import { HubCaller } from "../access/HubCaller.ts"
import { requirePermissions } from "../access/requirePermissions.ts"
import { authorizeWorkspace } from "./authorizeWorkspace.ts"
import { MessagingGrants } from "./MessagingGrants.ts"
import type { Reader } from "./Reader.ts"
import type { Walk } from "./scanPage.ts"

/**
 * Policy step: both the key and an active grant for exactly this workspace carry `permission`; the key is checked
 * first. Answers the grant, and what the integration may read under it.
 */
export const requireGrant = Effect.fnUntraced(function* (scope: string, permission: string) {
  yield* requirePermissions([permission])
  const { integration, organization } = yield* HubCaller
  const grants = yield* MessagingGrants.use((all) => all.listByIntegration(integration.id))
  const grant = yield* Effect.fromResult(authorizeWorkspace(grants, integration, scope, permission))
  const reader: Reader = {
    workspace: grant.workspace,
    organizationId: organization.id,
    audienceWorkspace: grant.audienceWorkspace,
    audienceTeamIds: grant.audienceTeamIds,
    readsSensitive: false,
    owner: { kind: "integration", xid: integration.xid }
  }
  return { grant, reader }
})

/** What an integration's cursors belong to. */
export const walkOfIntegration = Effect.fnUntraced(function* (query: Pick<Walk, "view" | "scope" | "guest">) {
  const { integration, organization } = yield* HubCaller
  const { guest, scope, view } = query
  return { view, scope, guest, organizationId: organization.id, caller: String(integration.id) } satisfies Walk
})
