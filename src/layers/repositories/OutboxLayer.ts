import { DateTime, Effect, Layer, Option, Order, Predicate, TxHashMap } from "effect"
import { chatTurnKind } from "../../domain/chat/ChatTurnOrder.ts"
import { Outbox, type OutboxEntry } from "../../domain/outbox/Outbox.ts"
import { makeOutboxSql } from "../../sql/repositories/OutboxSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

export const layerSql = Layer.effect(Outbox, makeOutboxSql)

const dueAtOf = ({ dueAt }: OutboxEntry) => dueAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

const longestDueFirst = Order.combine(
  Order.mapInput(Order.Number, dueAtOf),
  Order.mapInput(Order.Number, ({ id }: OutboxEntry) => id)
)

const consultationOf = ({ kind, payload }: OutboxEntry): unknown =>
  kind === chatTurnKind && Predicate.hasProperty(payload, "consultationId") ? payload.consultationId : undefined

const isSameConsultation = (one: OutboxEntry, other: OutboxEntry) => {
  const consultation = consultationOf(one)
  return consultation !== undefined && consultation === consultationOf(other)
}

export const layerMemory = Layer.effect(
  Outbox,
  Effect.map(Memory, (memory) => {
    const outbox = rowsMemory(memory, "outbox")
    const removeWhere = (isOver: (entry: OutboxEntry, instant: number) => boolean) =>
      Effect.fnUntraced(function* (instant: DateTime.Utc) {
        const until = DateTime.toEpochMillis(instant)
        const gone = (yield* TxHashMap.entries(memory.outbox)).filter(([, entry]) => isOver(entry, until))
        yield* TxHashMap.removeMany(
          memory.outbox,
          gone.map(([key]) => key)
        )
        return gone.length
      }, Effect.tx)
    return {
      insert: ({ dueAt = null, ...entry }) =>
        Effect.orDie(Effect.asVoid(outbox.insertNumbered({ ...entry, dueAt, attempts: 0, status: "pending" }))),
      list: Effect.map(outbox.list({}, { by: ["id"] }), (entries) => entries.slice(-1000)),
      claim: Effect.fnUntraced(function* ({ except, leaseUntil, now }) {
        const pending = yield* outbox.list({ status: "pending" }, { by: ["id"] })
        const due = pending.filter(
          (entry) =>
            dueAtOf(entry) <= DateTime.toEpochMillis(now) &&
            !except.includes(entry.kind) &&
            !pending.some((other) => other.id < entry.id && isSameConsultation(other, entry))
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
      removeSettled: removeWhere((entry, until) => entry.status !== "pending" && dueAtOf(entry) < until),
      removeRecorded: removeWhere(
        ({ createdAt, dueAt }, until) => dueAt === null && DateTime.toEpochMillis(createdAt) < until
      )
    }
  })
)
