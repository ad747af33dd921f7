import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import {
  idempotencyIdText,
  IdempotencyKeys,
  type IdempotencyRecord,
  KeyLost,
  KeyTaken,
  type OwnedKey,
  type StoredResponse
} from "../../domain/idempotency/IdempotencyKeys.ts"
import { makeIdempotencyKeysSql } from "../../sql/repositories/IdempotencyKeysSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(IdempotencyKeys, makeIdempotencyKeysSql)

const isHeld = ({ expiresAt, leaseUntil, status }: IdempotencyRecord, now: DateTime.Utc) =>
  DateTime.isGreaterThan(expiresAt, now) && (status !== null || DateTime.isGreaterThan(leaseUntil, now))

export const layerMemory = Layer.effect(
  IdempotencyKeys,
  Effect.gen(function* () {
    const { idempotencyKeys } = yield* Memory

    const findOwn = Effect.fnUntraced(function* (of: OwnedKey) {
      const found = yield* TxHashMap.get(idempotencyKeys, idempotencyIdText(of))
      return Option.filter(found, ({ ownerToken }) => ownerToken === of.ownerToken)
    })

    const updateResponse = Effect.fnUntraced(function* (response: StoredResponse) {
      const own = yield* findOwn(response)
      if (Option.isNone(own) || own.value.status !== null) return false
      yield* TxHashMap.set(idempotencyKeys, idempotencyIdText(response), { ...own.value, ...response })
      return true
    }, Effect.tx)

    const insert = Effect.fnUntraced(function* (record: IdempotencyRecord) {
      if (yield* TxHashMap.has(idempotencyKeys, idempotencyIdText(record))) return yield* new KeyTaken()
      yield* TxHashMap.set(idempotencyKeys, idempotencyIdText(record), record)
    }, Effect.tx)

    return IdempotencyKeys.of({
      insertBefore: (record, write) => Effect.andThen(insert(record), write),
      lease: Effect.fnUntraced(function* (record) {
        const found = yield* TxHashMap.get(idempotencyKeys, idempotencyIdText(record))
        if (Option.isSome(found) && isHeld(found.value, record.createdAt)) return found.value
        yield* TxHashMap.set(idempotencyKeys, idempotencyIdText(record), record)
        return record
      }, Effect.tx),
      find: (id) => Effect.tx(TxHashMap.get(idempotencyKeys, idempotencyIdText(id))),
      updateInsertedResponse: (response) => Effect.asVoid(updateResponse(response)),
      updateLeasedResponse: (response) =>
        Effect.flatMap(updateResponse(response), (isOwned) => (isOwned ? Effect.void : Effect.die(new KeyLost()))),
      owning: (transaction) =>
        Effect.catchDefect(
          transaction,
          (defect): Effect.Effect<never, KeyLost> =>
            defect instanceof KeyLost ? Effect.fail(defect) : Effect.die(defect)
        ),
      remove: Effect.fnUntraced(function* (owned, now) {
        const own = yield* findOwn(owned)
        if (Option.isNone(own)) return
        const { expiresAt, status } = own.value
        if (status === null || DateTime.isLessThanOrEqualTo(expiresAt, now)) {
          yield* TxHashMap.remove(idempotencyKeys, idempotencyIdText(owned))
        }
      }, Effect.tx),
      removeExpired: Effect.fnUntraced(function* (now) {
        const expired = (yield* TxHashMap.values(idempotencyKeys)).filter(({ expiresAt }) =>
          DateTime.isLessThanOrEqualTo(expiresAt, now)
        )
        yield* TxHashMap.removeMany(idempotencyKeys, expired.map(idempotencyIdText))
        return expired.length
      }, Effect.tx)
    })
  })
)
