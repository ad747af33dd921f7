import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { IdempotencyId, IdempotencyRecord } from "../../src/domain/idempotency/IdempotencyKeys.ts"
import type { IdempotencyPolicy } from "../../src/domain/idempotency/IdempotencyPolicy.ts"
import type { WriteResponse, FirstResponse, KeyedRequest, Write } from "../../src/domain/idempotency/KeyedWrite.ts"
import { recordOf } from "../../src/domain/idempotency/attemptOf.ts"
import { once } from "../../src/domain/idempotency/once.ts"
import { Outbox } from "../../src/domain/outbox/Outbox.ts"
import type { CommittedRefusal } from "../../src/domain/shared/CommittedRefusal.ts"
import * as KeyReleasesLayer from "../../src/layers/KeyReleasesLayer.ts"
import * as IdempotencyKeysLayer from "../../src/layers/repositories/IdempotencyKeysLayer.ts"
import * as OutboxLayer from "../../src/layers/repositories/OutboxLayer.ts"
import * as VaultLayer from "../../src/layers/VaultLayer.ts"
import { minute } from "./datasets/messagingDataset.ts"

const common = Layer.mergeAll(SecureRandom.layerWebCrypto, VaultLayer.layer(Redacted.make("a secret for tests")))

/** The services of writes with an idempotency key, over each store. The writes insert into the outbox. */
export const twin = {
  layerMemory: KeyReleasesLayer.layer.pipe(
    Layer.provideMerge(Layer.merge(IdempotencyKeysLayer.layerMemory, OutboxLayer.layerMemory)),
    Layer.merge(common)
  ),
  layerSql: KeyReleasesLayer.layer.pipe(
    Layer.provideMerge(Layer.merge(IdempotencyKeysLayer.layerSql, OutboxLayer.layerSql)),
    Layer.merge(common)
  )
}

/** Failures of the kernel and of the writes under test, by name. */
export type Failure = "reused" | "in flight" | "out of reach" | "closed"

const failures = { reused: (): Failure => "reused", inFlight: (): Failure => "in flight" }

/** The two ways to treat a repeated key. */
export const waiting: IdempotencyPolicy<Failure> = {
  ...failures,
  namespace: "member",
  owner: "person",
  retention: "30 days",
  duplicates: { _tag: "waits" }
}
export const leasing: IdempotencyPolicy<Failure> = {
  ...failures,
  namespace: "partner",
  owner: "organization",
  retention: "72 hours",
  duplicates: { _tag: "leases", lease: "3 minutes", outOfReach: () => "out of reach" }
}

/** A request of tenant 7. */
export const request = (key: string, fingerprint = "f"): KeyedRequest => ({ tenant: "7", key, fingerprint })

export const idOf = ({ namespace }: IdempotencyPolicy<Failure>, { key, tenant }: KeyedRequest): IdempotencyId => ({
  namespace,
  tenant,
  key
})

/** A response whose JSON is formatted as no encoder would. */
export const answer: WriteResponse = {
  status: 201,
  headers: { "content-type": "text/csv", "x-count": "2" },
  body: '{ "secret":1.0,\n"a":"\u{1F3E8}" }'
}

/** Inserts an outbox entry of `kind`. */
export const note = (kind: string) =>
  Outbox.use((outbox) => outbox.insert({ kind, payload: null, createdAt: minute(0) }))

/** The number of committed entries of `kind`. */
export const noted = (kind: string) =>
  Effect.map(
    Outbox.use((outbox) => outbox.list),
    (entries) => entries.filter((entry) => entry.kind === kind).length
  )

type Run<R> = Effect.Effect<FirstResponse, Failure | CommittedRefusal<Failure>, R>

/** Runs a write that records its key before its actual work. */
export const runOnce = <R = never>(
  policy: IdempotencyPolicy<Failure>,
  of: KeyedRequest,
  then: Run<R> = Effect.succeed(answer),
  change: Partial<Pick<Write<Failure, R>, "ahead" | "responseTo" | "mayRepeat">> = {}
) => {
  const run = Effect.andThen(note(of.key), then)
  return once<Failure, R | Outbox>(policy, of, {
    run,
    responseTo: () => Effect.succeed(undefined),
    mayRepeat: () => true,
    ...change
  })
}

/** The record with which another attempt holds the key. */
export const otherAttempt = (
  policy: IdempotencyPolicy<Failure>,
  of: KeyedRequest,
  change: Partial<IdempotencyRecord> = {}
): Effect.Effect<IdempotencyRecord, never, SecureRandom.SecureRandom> =>
  Effect.map(recordOf(policy, of), (record) => ({ ...record, ...change }))
