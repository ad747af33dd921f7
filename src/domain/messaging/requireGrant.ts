import { Context, Effect, Schema } from "effect"
import type { IntegrationId } from "../access/ApiKey.ts"
import { HubCaller, type HubCallerShape } from "../access/HubCaller.ts"
import { requirePermissions } from "../access/requirePermissions.ts"
import { Recent } from "../shared/Recent.ts"
import { authorizeWorkspace } from "./authorizeWorkspace.ts"
import { IntegrationGrant } from "./MessagingGrant.ts"
import { MessagingGrants } from "./MessagingGrants.ts"
import type { Reader } from "./Reader.ts"
import type { Walk } from "./scanPage.ts"

/** A grant, and the integration as a reader under it. */
export interface Granted {
  readonly grant: IntegrationGrant
  readonly reader: Reader
}

/** An empty memory of grants. */
export const makeRecentGrants = () =>
  new Recent<IntegrationId, ReadonlyArray<IntegrationGrant>>(Schema.toEquivalence(Schema.Array(IntegrationGrant)))

/** The most recently read grants of integrations, for speculative reads. */
export const RecentGrants = Context.Reference<Recent<IntegrationId, ReadonlyArray<IntegrationGrant>>>(
  "hub/domain/messaging/RecentGrants",
  { defaultValue: makeRecentGrants }
)

const grantsOf = ({ integration }: HubCallerShape) =>
  MessagingGrants.use((all) => all.listByIntegration(integration.id))

const authorize = (
  grants: ReadonlyArray<IntegrationGrant>,
  { integration, organization }: HubCallerShape,
  scope: string,
  permission: string
) =>
  Effect.map(Effect.fromResult(authorizeWorkspace(grants, integration, scope, permission)), (grant): Granted => {
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

/**
 * Policy step: both the key and an active grant for exactly this workspace must carry `permission`; the key is checked
 * first.
 */
export const requireGrant = Effect.fnUntraced(function* (scope: string, permission: string) {
  yield* requirePermissions([permission])
  const caller = yield* HubCaller
  return yield* authorize(yield* grantsOf(caller), caller, scope, permission)
})

/** As `requireGrant`, for a read: it runs speculatively under the previously read grants while they are read again. */
export const readUnderGrant = Effect.fnUntraced(function* <A, E, R>(
  scope: string,
  permission: string,
  read: (granted: Granted) => Effect.Effect<A, E, R>
) {
  yield* requirePermissions([permission])
  const caller = yield* HubCaller
  const recent = yield* RecentGrants
  return yield* recent.read(caller.integration.id, grantsOf(caller), (grants) =>
    Effect.flatMap(authorize(grants, caller, scope, permission), read)
  )
})

/** The query and caller that an integration's cursors are bound to. */
export const walkOfIntegration = Effect.fnUntraced(function* (query: Pick<Walk, "view" | "scope" | "guest">) {
  const { integration, organization } = yield* HubCaller
  const { guest, scope, view } = query
  return { view, scope, guest, organizationId: organization.id, caller: String(integration.id) } satisfies Walk
})
