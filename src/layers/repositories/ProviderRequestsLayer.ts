import { DateTime, Effect, Layer, TxHashMap } from "effect"
import { ProviderRequests } from "../../domain/chat/ProviderRequests.ts"
import { makeProviderRequestsSql } from "../../sql/repositories/ProviderRequestsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

export const layerSql = Layer.effect(ProviderRequests, makeProviderRequestsSql)

export const layerMemory = Layer.effect(
  ProviderRequests,
  Effect.map(Memory, (memory) => {
    const requests = rowsMemory(memory, "providerRequestLog")
    return {
      insert: (request) => Effect.orDie(requests.insertMissing(request)),
      removeBefore: Effect.fnUntraced(function* (instant) {
        const rows = yield* TxHashMap.entries(memory.providerRequestLog)
        const expired = rows.filter(([, { signedAt }]) => DateTime.isLessThan(signedAt, instant)).map(([key]) => key)
        yield* TxHashMap.removeMany(memory.providerRequestLog, expired)
        return expired.length
      }, Effect.tx)
    }
  })
)
