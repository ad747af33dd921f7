import { Effect, Layer, TxHashMap } from "effect"
import { Outbox, type OutboxEntry } from "../../domain/outbox/Outbox.ts"
import { makeOutboxSql } from "../../sql/OutboxSql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(Outbox, makeOutboxSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const { outbox } = yield* Memory
    const ascending = Effect.map(TxHashMap.values(outbox), (entries) => entries.toSorted((a, b) => a.id - b.id))
    return Outbox.of({
      insert: Effect.fnUntraced(function* (entry) {
        const id = ((yield* ascending).at(-1)?.id ?? 0) + 1
        const added: OutboxEntry = { ...entry, id, status: "pending" }
        yield* TxHashMap.set(outbox, String(id), added)
      }, Effect.tx),
      list: Effect.map(Effect.tx(ascending), (entries) => entries.slice(-1000))
    })
  })
)
