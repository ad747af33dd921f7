import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import { HubIdempotency, type HubIdempotencyKey } from "../../domain/idempotency/HubIdempotency.ts"
import { makeHubIdempotencySql } from "../../sql/HubIdempotencySql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(HubIdempotency, makeHubIdempotencySql)

const rowOf = ({ key, organizationId, principalId, principalKind }: HubIdempotencyKey) =>
  `${organizationId} ${principalKind} ${principalId} ${key}`

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  HubIdempotency,
  Effect.gen(function* () {
    const { hubIdempotency } = yield* Memory
    return HubIdempotency.of({
      insert: Effect.fnUntraced(function* (record) {
        const held = yield* TxHashMap.get(hubIdempotency, rowOf(record))
        if (Option.isSome(held) && DateTime.isGreaterThan(held.value.expiresAt, record.createdAt)) return held
        yield* TxHashMap.set(hubIdempotency, rowOf(record), record)
        return Option.none()
      }, Effect.tx),
      removeExpired: Effect.fnUntraced(function* (now) {
        const gone = (yield* TxHashMap.values(hubIdempotency)).filter((record) =>
          DateTime.isLessThanOrEqualTo(record.expiresAt, now)
        )
        yield* TxHashMap.removeMany(hubIdempotency, gone.map(rowOf))
        return gone.length
      }, Effect.tx)
    })
  })
)
