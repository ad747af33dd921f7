import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import { MemberIdempotency, type MemberIdempotencyRecord } from "../../domain/idempotency/MemberIdempotency.ts"
import { makeMemberIdempotencySql } from "../../sql/MemberIdempotencySql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(MemberIdempotency, makeMemberIdempotencySql)

const rowOf = ({ key, memberId }: Pick<MemberIdempotencyRecord, "memberId" | "key">) => `${memberId} ${key}`

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  MemberIdempotency,
  Effect.gen(function* () {
    const { memberIdempotency } = yield* Memory
    return MemberIdempotency.of({
      insert: Effect.fnUntraced(function* (record) {
        const held = yield* TxHashMap.get(memberIdempotency, rowOf(record))
        if (Option.isSome(held) && DateTime.isGreaterThan(held.value.expiresAt, record.createdAt)) return held
        yield* TxHashMap.set(memberIdempotency, rowOf(record), { ...record, status: null, body: null })
        return Option.none()
      }, Effect.tx),
      updateAnswer: Effect.fnUntraced(function* ({ body, status, ...key }) {
        yield* TxHashMap.modify(memberIdempotency, rowOf(key), (record) => ({ ...record, status, body }))
      }, Effect.tx),
      removeExpired: Effect.fnUntraced(function* (now) {
        const gone = (yield* TxHashMap.values(memberIdempotency)).filter((record) =>
          DateTime.isLessThanOrEqualTo(record.expiresAt, now)
        )
        yield* TxHashMap.removeMany(memberIdempotency, gone.map(rowOf))
        return gone.length
      }, Effect.tx)
    })
  })
)
