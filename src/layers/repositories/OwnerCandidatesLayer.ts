import { Effect, Layer, Option, TxHashMap } from "effect"
import { OwnerCandidates } from "../../domain/actions/OwnerCandidates.ts"
import { makeOwnerCandidatesSql } from "../../sql/repositories/OwnerCandidatesSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(OwnerCandidates, makeOwnerCandidatesSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  OwnerCandidates,
  Effect.map(Memory, (memory) => ({
    findOperator: Effect.fnUntraced(function* (organizationId, xid) {
      const operator = (yield* TxHashMap.values(memory.operators)).find(
        (row) => row.organizationId === organizationId && row.identitySubject === xid
      )
      if (operator === undefined) return Option.none()
      const teamIds = (yield* TxHashMap.values(memory.teamMembers))
        .filter(({ operatorId }) => operatorId === operator.id)
        .map(({ teamId }) => teamId)
        .toSorted((a, b) => a - b)
      const { id, permissions, status } = operator
      return Option.some({ id, permissions, status, teamIds })
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
