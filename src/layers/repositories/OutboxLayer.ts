import { Effect, Layer } from "effect"
import { Outbox } from "../../domain/outbox/Outbox.ts"
import { makeOutboxSql } from "../../sql/OutboxSql.ts"
import { Memory } from "../Memory.ts"
import { rowsMemory } from "../rowsMemory.ts"

export const layerSql = Layer.effect(Outbox, makeOutboxSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Outbox,
  Effect.map(Memory, (memory) => {
    const outbox = rowsMemory(memory, "outbox")
    return {
      insert: (entry) => Effect.orDie(Effect.asVoid(outbox.insertNumbered({ ...entry, status: "pending" }))),
      list: Effect.map(outbox.list({}, { by: ["id"] }), (entries) => entries.slice(-1000))
    }
  })
)
