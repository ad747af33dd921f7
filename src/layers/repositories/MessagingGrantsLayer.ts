import { Effect, HashMap, Layer, Option, Order, TxHashMap } from "effect"
import { MessagingGrants } from "../../domain/messaging/MessagingGrants.ts"
import { makeMessagingGrantsSql } from "../../sql/repositories/MessagingGrantsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(MessagingGrants, makeMessagingGrantsSql)

const byId = Order.mapInput(Order.Number, (row: { readonly id: number }) => row.id)

export const layerMemory = Layer.effect(
  MessagingGrants,
  Effect.gen(function* () {
    const memory = yield* Memory
    return MessagingGrants.of({
      listByIntegration: Effect.fnUntraced(function* (integrationId) {
        const integrations = yield* TxHashMap.snapshot(memory.integrations)
        const workspaces = yield* TxHashMap.snapshot(memory.workspaces)
        const organizations = yield* TxHashMap.snapshot(memory.organizations)
        const organizationId = lookUp(integrations, integrationId, (row) => row.organizationId)
        return (yield* TxHashMap.values(memory.messagingGrants))
          .filter((grant) => grant.integrationId === integrationId)
          .toSorted(byId)
          .flatMap((grant) => {
            const workspace = Option.getOrUndefined(HashMap.get(workspaces, String(grant.workspaceId)))
            if (workspace === undefined || workspace.organizationId !== organizationId) return []
            return [
              {
                workspace: { id: workspace.id, xid: workspace.xid, status: workspace.status },
                permissions: grant.permissions,
                audienceWorkspace: grant.audienceWorkspace,
                audienceTeamIds: grant.audienceTeamIds,
                active: grant.active,
                organizationActivated:
                  lookUp(organizations, workspace.organizationId, (row) => row.messagingActivatedAt) !== null
              }
            ]
          })
      }, Effect.tx)
    })
  })
)
