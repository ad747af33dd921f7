import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import { PartnerIdempotency, type PartnerIdempotencyRecord } from "../../domain/idempotency/PartnerIdempotency.ts"
import { makePartnerIdempotencySql } from "../../sql/PartnerIdempotencySql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(PartnerIdempotency, makePartnerIdempotencySql)

const rowOf = ({ key, tenant }: { readonly tenant: string; readonly key: string }) => `${tenant} ${key}`

const isHeld = (record: PartnerIdempotencyRecord, now: DateTime.Utc) =>
  DateTime.isGreaterThan(record.expiresAt, now) &&
  (record.state === "completed" || DateTime.isGreaterThan(record.leaseUntil, now))

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  PartnerIdempotency,
  Effect.gen(function* () {
    const { partnerIdempotency } = yield* Memory

    const findOwn = Effect.fnUntraced(function* (of: Pick<PartnerIdempotencyRecord, "tenant" | "key" | "ownerToken">) {
      const found = yield* TxHashMap.get(partnerIdempotency, rowOf(of))
      return Option.filter(found, ({ ownerToken, state }) => ownerToken === of.ownerToken && state === "in_flight")
    })

    return PartnerIdempotency.of({
      insert: Effect.fnUntraced(function* (record) {
        const found = yield* TxHashMap.get(partnerIdempotency, rowOf(record))
        if (Option.isSome(found) && isHeld(found.value, record.createdAt)) return found.value
        yield* TxHashMap.set(partnerIdempotency, rowOf(record), record)
        return record
      }, Effect.tx),
      updateAnswer: Effect.fnUntraced(function* (answer) {
        const own = yield* findOwn(answer)
        if (Option.isNone(own)) return false
        const { body, status, venueIds } = answer
        yield* TxHashMap.set(partnerIdempotency, rowOf(answer), {
          ...own.value,
          state: "completed",
          status,
          body,
          venueIds
        })
        return true
      }, Effect.tx),
      remove: Effect.fnUntraced(function* (tenant, key, ownerToken) {
        const own = yield* findOwn({ tenant, key, ownerToken })
        if (Option.isSome(own)) yield* TxHashMap.remove(partnerIdempotency, rowOf(own.value))
      }, Effect.tx),
      removeExpired: Effect.fnUntraced(function* (now) {
        const gone = (yield* TxHashMap.values(partnerIdempotency)).filter(({ expiresAt }) =>
          DateTime.isLessThanOrEqualTo(expiresAt, now)
        )
        yield* TxHashMap.removeMany(partnerIdempotency, gone.map(rowOf))
        return gone.length
      }, Effect.tx)
    })
  })
)
