import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { Outbox, type OutboxEntry } from "../../domain/outbox/Outbox.ts"
import { makeOutboxSql } from "../../sql/OutboxSql.ts"
import { Memory } from "../Memory.ts"
import { rowsMemory } from "../rowsMemory.ts"

export const layerSql = Layer.effect(Outbox, makeOutboxSql)

const dueAtOf = ({ dueAt }: OutboxEntry) => dueAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

const longestDueFirst = Order.combine(
  Order.mapInput(Order.Number, dueAtOf),
  Order.mapInput(Order.Number, ({ id }: OutboxEntry) => id)
)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Outbox,
  Effect.map(Memory, (memory) => {
    const outbox = rowsMemory(memory, "outbox")
    return {
      insert: ({ dueAt = null, ...entry }) =>
        Effect.orDie(Effect.asVoid(outbox.insertNumbered({ ...entry, dueAt, attempts: 0, status: "pending" }))),
      list: Effect.map(outbox.list({}, { by: ["id"] }), (entries) => entries.slice(-1000)),
      claim: Effect.fnUntraced(function* ({ leaseUntil, now }) {
        const due = (yield* outbox.list({ status: "pending" }, { by: ["id"] })).filter(
          (entry) => dueAtOf(entry) <= DateTime.toEpochMillis(now)
        )
        const [next] = due.toSorted(longestDueFirst)
        if (next === undefined) return Option.none()
        const { createdAt, id, kind, payload } = next
        const attempts = next.attempts + 1
        yield* outbox.change({ id }, { attempts, dueAt: leaseUntil })
        return Option.some({ id, kind, payload, attempts, createdAt })
      }, Effect.tx),
      updateClaimed: ({ attempts, id }, outcome) =>
        Effect.orDie(
          Effect.map(outbox.update({ id, attempts, status: "pending" }, outcome), (changed) => changed.length > 0)
        ),
      removeSettled: Effect.fnUntraced(function* (instant) {
        const gone = (yield* TxHashMap.entries(memory.outbox)).filter(
          ([, entry]) => entry.status !== "pending" && dueAtOf(entry) < DateTime.toEpochMillis(instant)
        )
        yield* TxHashMap.removeMany(
          memory.outbox,
          gone.map(([key]) => key)
        )
        return gone.length
      }, Effect.tx)
    }
  })
)
