import { Effect, Layer, Option, TxHashMap } from "effect"
import { OwnerCandidates } from "../../domain/actions/OwnerCandidates.ts"
import { makeOwnerCandidatesSql } from "../../sql/repositories/OwnerCandidatesSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(OwnerCandidates, makeOwnerCandidatesSql)

export const layerMemory = Layer.effect(
  OwnerCandidates,
  Effect.map(Memory, (memory) => ({
    listOperators: Effect.fnUntraced(function* (organizationId, xids) {
      const members = yield* TxHashMap.values(memory.teamMembers)
      return (yield* TxHashMap.values(memory.operators))
        .filter((row) => row.organizationId === organizationId && xids.includes(row.identitySubject))
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, identitySubject: xid, permissions, status }) => ({
          id,
          xid,
          permissions,
          status,
          teamIds: members
            .filter(({ operatorId }) => operatorId === id)
            .map(({ teamId }) => teamId)
            .toSorted((a, b) => a - b)
        }))
    }, Effect.tx),
    findIntegration: Effect.fnUntraced(function* (organizationId, workspaceId, xid) {
      const integration = (yield* TxHashMap.values(memory.integrations)).find(
        (row) => row.organizationId === organizationId && row.xid === xid && row.origin !== "widget"
      )
      const grant = (yield* TxHashMap.values(memory.messagingGrants)).find(
        (row) => row.integrationId === integration?.id && row.workspaceId === workspaceId && row.active
      )
      if (integration === undefined || grant === undefined) return Option.none()
      const { audienceTeamIds, audienceWorkspace } = grant
      return Option.some({ id: integration.id, audienceWorkspace, audienceTeamIds })
    }, Effect.tx)
  }))
)
