import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { MemberIdempotency, type MemberIdempotencyRecord } from "../../src/domain/idempotency/MemberIdempotency.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as MemberIdempotencyLayer from "../../src/layers/repositories/MemberIdempotencyLayer.ts"
import { offersDataset } from "../support/offersDataset.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07.890Z")

const record = (key: string, change: Partial<MemberIdempotencyRecord> = {}): MemberIdempotencyRecord => ({
  memberId: memberIds.M1,
  key,
  fingerprint: "first",
  status: null,
  body: null,
  createdAt: now,
  expiresAt: DateTime.add(now, { hours: 72 }),
  ...change
})

const insert = (of: MemberIdempotencyRecord) => MemberIdempotency.use((idempotency) => idempotency.insert(of))

const answer = { status: 201, body: "sealed \u{1F3E8}" }

const keep = (of: MemberIdempotencyRecord) =>
  atomically(
    Effect.tap(insert(of), () =>
      MemberIdempotency.use((idempotency) =>
        idempotency.updateAnswer({ memberId: of.memberId, key: of.key, ...answer })
      )
    )
  )

twins("MemberIdempotency", MemberIdempotencyLayer, offersDataset(now), (it) => {
  it.effect("MEM-088: gives back the answer of a key that is taken", () =>
    Effect.gen(function* () {
      const first = record("replayed")
      assert.isTrue(Option.isNone(yield* keep(first)))
      const again = record("replayed", { fingerprint: "other", createdAt: DateTime.add(now, { hours: 1 }) })
      assert.deepStrictEqual(yield* insert(again), Option.some({ ...first, ...answer }))
      assert.deepStrictEqual(yield* insert(again), Option.some({ ...first, ...answer }))
    })
  )

  it.effect("MEM-088: keeps the keys of members apart, byte for byte", () =>
    Effect.gen(function* () {
      yield* keep(record("same key"))
      for (const other of [record("same key", { memberId: memberIds.M2 }), record("Same key"), record("same key ")]) {
        assert.isTrue(Option.isNone(yield* insert(other)))
      }
    })
  )

  it.effect("MEM-088: forgets a key whose claim fails", () =>
    Effect.gen(function* () {
      yield* insert(record("refused")).pipe(Effect.andThen(Effect.fail("no points")), atomically, Effect.flip)
      assert.isTrue(Option.isNone(yield* keep(record("refused", { fingerprint: "second" }))))
      assert.strictEqual(Option.getOrThrow(yield* insert(record("refused"))).fingerprint, "second")
    })
  )

  it.effect("MEM-087: gives a key to one of many that ask for it at once, and its answer to the others", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        Array.from({ length: 10 }, (_, index) => keep(record("parallel", { fingerprint: String(index) }))),
        { concurrency: "unbounded" }
      )
      const winner = all.findIndex(Option.isNone)
      assert.strictEqual(all.filter(Option.isNone).length, 1)
      for (const held of all) {
        if (Option.isSome(held)) {
          assert.deepStrictEqual([held.value.fingerprint, held.value.body], [String(winner), answer.body])
        }
      }
    })
  )

  it.effect("MEM-088: remembers until the end of the retention, not a moment less", () =>
    Effect.gen(function* () {
      const end = DateTime.add(now, { hours: 72 })
      yield* keep(record("aging"))
      const before = record("aging", { createdAt: DateTime.subtract(end, { milliseconds: 1 }) })
      assert.isTrue(Option.isSome(yield* insert(before)))
      const at = record("aging", { createdAt: end, expiresAt: DateTime.add(end, { hours: 72 }), fingerprint: "at" })
      assert.isTrue(Option.isNone(yield* insert(at)))
      assert.deepStrictEqual(yield* insert(at), Option.some(at))
    })
  )

  it.effect("MEM-088: sweeps what is past its retention and nothing else", () =>
    Effect.gen(function* () {
      const idempotency = yield* MemberIdempotency
      const later = DateTime.add(now, { days: 400 })
      yield* idempotency.removeExpired(later)
      yield* keep(record("ended", { createdAt: later, expiresAt: DateTime.add(later, { hours: 72 }) }))
      yield* keep(record("current", { createdAt: later, expiresAt: DateTime.add(later, { hours: 73 }) }))
      assert.strictEqual(yield* idempotency.removeExpired(DateTime.add(later, { hours: 71 })), 0)
      assert.strictEqual(yield* idempotency.removeExpired(DateTime.add(later, { hours: 72 })), 1)
      assert.isTrue(Option.isNone(yield* insert(record("ended"))))
      assert.isTrue(Option.isSome(yield* insert(record("current"))))
    })
  )
})
