import { Effect, Layer, TxHashMap } from "effect"
import { Integrations } from "../../domain/access/Integrations.ts"
import { makeIntegrationsSql } from "../../sql/IntegrationsSql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(Integrations, makeIntegrationsSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Integrations,
  Effect.map(Memory, ({ integrations }) => ({
    list: Effect.fnUntraced(function* (organizationId: number) {
      const all = yield* TxHashMap.values(integrations)
      return all.filter((one) => one.organizationId === organizationId).toSorted((a, b) => a.id - b.id)
    }, Effect.tx)
  }))
)
