import { DateTime, Effect, Layer, TxHashMap } from "effect"
import { IntegrationSettings, maxKeysListed } from "../../domain/settings/IntegrationSettings.ts"
import { toIntegrationKeyView } from "../../domain/settings/IntegrationView.ts"
import { makeIntegrationSettingsSql } from "../../sql/repositories/IntegrationSettingsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

export const layerSql = Layer.effect(IntegrationSettings, makeIntegrationSettingsSql)

const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id

export const layerMemory = Layer.effect(
  IntegrationSettings,
  Effect.gen(function* () {
    const memory = yield* Memory
    const integrations = rowsMemory(memory, "integrations")
    const apiKeys = rowsMemory(memory, "apiKeys")
    const grants = rowsMemory(memory, "messagingGrants")
    const workspaces = rowsMemory(memory, "workspaces")

    return IntegrationSettings.of({
      list: Effect.fnUntraced(function* (organizationId) {
        const ofOrganization = yield* integrations.list({ organizationId }, { by: ["id"] })
        const ids = new Set<number>(ofOrganization.map(({ id }) => id))
        const keys = (yield* TxHashMap.values(memory.apiKeys))
          .filter(({ integrationId, surface }) => surface === "hub" && integrationId !== null && ids.has(integrationId))
          .toSorted((a, b) => b.id - a.id)
        const spaces = new Map(
          (yield* workspaces.list({ organizationId }, { by: ["id"] })).map(({ id, xid }) => [id, xid])
        )
        const teams = (yield* TxHashMap.values(memory.teams)).toSorted(byId)
        const newestFirst = (yield* TxHashMap.values(memory.messagingGrants))
          .filter(({ integrationId, workspaceId }) => ids.has(integrationId) && spaces.has(workspaceId))
          .toSorted((a, b) => Number(b.active) - Number(a.active) || b.id - a.id)
        const latest = new Map(
          newestFirst.toReversed().map((grant) => [`${grant.integrationId} ${grant.workspaceId}`, grant])
        )
        return {
          integrations: ofOrganization,
          keys: [...Map.groupBy(keys, ({ integrationId }) => integrationId)]
            .flatMap(([integrationId, all]) =>
              integrationId === null ? [] : all.slice(0, maxKeysListed).map((key) => ({ key, integrationId }))
            )
            .toSorted((a, b) => b.key.id - a.key.id)
            .map(({ integrationId, key }) => ({ ...toIntegrationKeyView(key), integrationId })),
          grants: [...latest.values()]
            .toSorted(byId)
            .map(
              ({
                active,
                audienceTeamIds,
                audienceWorkspace,
                deactivatedAt,
                integrationId,
                permissions,
                workspaceId
              }) => ({
                integrationId,
                scope: spaces.get(workspaceId) ?? "",
                permissions,
                audienceWorkspace,
                teamXids: teams
                  .filter((team) => team.workspaceId === workspaceId && audienceTeamIds.includes(team.id))
                  .map(({ xid }) => xid),
                active,
                deactivatedAt: instantOrNull(deactivatedAt)
              })
            )
        }
      }, Effect.tx),
      countForUpdate: (organizationId) =>
        Effect.map(integrations.list({ organizationId }, { by: ["id"] }), ({ length }) => length),
      insert: (integration) => Effect.orDie(integrations.insertNumbered(integration)),
      findForUpdate: (organizationId, xid) => integrations.find({ organizationId, xid }),
      countCurrentKeys: (organizationId, integrationId, at) =>
        Effect.map(
          apiKeys.list({ organizationId, integrationId, revokedAt: null }, { by: ["id"] }),
          (keys) => keys.filter(({ expiresAt }) => expiresAt === null || DateTime.isGreaterThan(expiresAt, at)).length
        ),
      listGrants: (integrationId) => grants.list({ integrationId }, { by: ["id"] }),
      insertGrant: (grant) => Effect.asVoid(Effect.orDie(grants.insertNumbered(grant))),
      updateGrant: (integrationId, id, change) => grants.change({ integrationId, id }, change)
    })
  })
)
