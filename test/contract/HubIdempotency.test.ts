import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { HubIdempotency, type HubIdempotencyRecord } from "../../src/domain/idempotency/HubIdempotency.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as HubIdempotencyLayer from "../../src/layers/repositories/HubIdempotencyLayer.ts"
import { messagingDataset, minute } from "../support/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const record = (key: string, change: Partial<HubIdempotencyRecord> = {}): HubIdempotencyRecord => ({
  organizationId: 1,
  principalKind: "integration",
  principalId: 1,
  key,
  fingerprint: "f".repeat(64),
  result: null,
  createdAt: minute(0),
  expiresAt: DateTime.add(minute(0), { days: 30 }),
  ...change
})

const result = { transition: { actionId: "a1", evidenceRecorded: false, note: "Ünïcödé \u{1F3E8}" }, receipt: null }

const keep = (of: HubIdempotencyRecord, outcome: HubIdempotencyRecord["result"]) => insert({ ...of, result: outcome })

const insert = (of: HubIdempotencyRecord) => atomically(HubIdempotency.use((idempotency) => idempotency.insert(of)))

twins("HubIdempotency", HubIdempotencyLayer, messagingDataset, (it) => {
  it.effect("HUB-070 gives back the outcome of a key that is taken", () =>
    Effect.gen(function* () {
      const first = record("replayed")
      assert.isTrue(Option.isNone(yield* keep(first, result)))
      const again = record("replayed", { fingerprint: "other", createdAt: minute(5), expiresAt: minute(9) })
      assert.deepStrictEqual(yield* insert(again), Option.some({ ...first, result }))
      assert.deepStrictEqual(yield* insert(again), Option.some({ ...first, result }))
    })
  )

  it.effect("HUB-073 keeps the keys of different principals and organizations apart, byte for byte", () =>
    Effect.gen(function* () {
      yield* keep(record("same-key-0001"), result)
      for (const other of [
        record("same-key-0001", { principalId: 2 }),
        record("same-key-0001", { principalKind: "operator" }),
        record("same-key-0001", { principalKind: "assistant" }),
        record("same-key-0001", { organizationId: 2 }),
        record("SAME-KEY-0001")
      ]) {
        assert.isTrue(Option.isNone(yield* insert(other)))
      }
    })
  )

  it.effect("HUB-068 A-20 forgets a key whose transaction fails", () =>
    Effect.gen(function* () {
      yield* HubIdempotency.use((idempotency) => idempotency.insert(record("refused"))).pipe(
        Effect.andThen(Effect.fail("version conflict")),
        atomically,
        Effect.flip
      )
      assert.isTrue(Option.isNone(yield* keep(record("refused", { fingerprint: "fresh" }), result)))
      assert.strictEqual(Option.getOrThrow(yield* insert(record("refused"))).fingerprint, "fresh")
    })
  )

  it.effect("HUB-072 gives a key to one of many that ask for it at once, and its outcome to the others", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        Array.from({ length: 10 }, (_, index) => keep(record("parallel", { fingerprint: String(index) }), index)).map(
          (attempt, index) => Effect.map(attempt, (remembered) => ({ index, remembered }))
        ),
        { concurrency: "unbounded" }
      )
      const winners = all.filter(({ remembered }) => Option.isNone(remembered))
      assert.strictEqual(winners.length, 1)
      for (const { remembered } of all) {
        if (Option.isSome(remembered)) assert.strictEqual(remembered.value.fingerprint, String(winners[0]?.index))
      }
    })
  )

  it.effect("HUB-073 remembers until the end of the retention, not a moment less", () =>
    Effect.gen(function* () {
      const end = minute(60)
      yield* keep(record("aging", { expiresAt: end }), result)
      const before = record("aging", { createdAt: DateTime.subtract(end, { milliseconds: 1 }), fingerprint: "before" })
      assert.isTrue(Option.isSome(yield* insert(before)))
      const at = record("aging", { createdAt: end, fingerprint: "at" })
      assert.isTrue(Option.isNone(yield* insert(at)))
      assert.deepStrictEqual(yield* insert(at), Option.some({ ...at, result: null }))
    })
  )

  it.effect("HUB-073 sweeps what is past its retention and nothing else", () =>
    Effect.gen(function* () {
      const idempotency = yield* HubIdempotency
      const now = DateTime.add(minute(0), { days: 400 })
      yield* idempotency.removeExpired(now)
      yield* keep(record("ended", { createdAt: now, expiresAt: DateTime.add(now, { days: 30 }) }), result)
      yield* keep(record("current", { createdAt: now, expiresAt: DateTime.add(now, { days: 31 }) }), result)
      assert.strictEqual(yield* idempotency.removeExpired(DateTime.add(now, { days: 29 })), 0)
      assert.strictEqual(yield* idempotency.removeExpired(DateTime.add(now, { days: 30 })), 1)
      assert.isTrue(Option.isNone(yield* insert(record("ended"))))
      assert.isTrue(Option.isSome(yield* insert(record("current"))))
    })
  )
})
