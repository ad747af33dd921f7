import { DateTime, Effect, Layer, Option } from "effect"
import type { IdempotencyId, IdempotencyRecord } from "../domain/idempotency/IdempotencyKeys.ts"
import { KeysAtWork } from "../domain/idempotency/KeysAtWork.ts"

const nameOf = ({ key, namespace, tenant }: IdempotencyId) => `${namespace} ${tenant} ${key}`

export const layer = Layer.sync(KeysAtWork, () => {
  const holders = new Map<string, IdempotencyRecord>()
  return {
    holderOf: (record) =>
      Option.filter(Option.fromUndefinedOr(holders.get(nameOf(record))), ({ leaseUntil }) =>
        DateTime.isGreaterThan(leaseUntil, record.createdAt)
      ),
    run: (record) => (attempt) =>
      Effect.suspend(() => {
        const name = nameOf(record)
        holders.set(name, record)
        return Effect.ensuring(
          attempt,
          // An attempt whose lease ended may have been replaced.
          Effect.sync(() => holders.get(name) === record && holders.delete(name))
        )
      })
  }
})
