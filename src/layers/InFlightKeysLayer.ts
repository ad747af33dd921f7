import { DateTime, Effect, Layer, Option } from "effect"
import { idempotencyIdText, type IdempotencyRecord } from "../domain/idempotency/IdempotencyKeys.ts"
import { InFlightKeys } from "../domain/idempotency/InFlightKeys.ts"

export const layer = Layer.sync(InFlightKeys, () => {
  const holders = new Map<string, IdempotencyRecord>()
  return {
    holderOf: (record) =>
      Option.filter(Option.fromUndefinedOr(holders.get(idempotencyIdText(record))), ({ leaseUntil }) =>
        DateTime.isGreaterThan(leaseUntil, record.createdAt)
      ),
    run: (record) => (attempt) =>
      Effect.suspend(() => {
        const id = idempotencyIdText(record)
        holders.set(id, record)
        return Effect.ensuring(
          attempt,
          // An attempt whose lease ended may have been replaced.
          Effect.sync(() => holders.get(id) === record && holders.delete(id))
        )
      })
  }
})
