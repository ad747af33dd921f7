import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import {
  IdempotencyKeys,
  type IdempotencyRecord,
  KeyTaken,
  type StoredResponse
} from "../../src/domain/idempotency/IdempotencyKeys.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as IdempotencyKeysLayer from "../../src/layers/repositories/IdempotencyKeysLayer.ts"
import { emptyDataset } from "../support/datasets/emptyDataset.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00.123Z")
const after = (parts: Parameters<typeof DateTime.add>[1]) => DateTime.add(now, parts)

/** A key as an attempt claims it, with three minutes of lease and 72 hours of retention from `createdAt` on. */
const record = (key: string, ownerToken: string, change: Partial<IdempotencyRecord> = {}): IdempotencyRecord => {
  const { createdAt = now } = change
  return {
    namespace: "partner",
    tenant: "1",
    key,
    fingerprint: `fingerprint of ${ownerToken}`,
    ownerToken,
    leaseUntil: DateTime.add(createdAt, { minutes: 3 }),
    status: null,
    headers: null,
    body: null,
    sealedFor: null,
    venueIds: null,
    createdAt,
    expiresAt: DateTime.add(createdAt, { hours: 72 }),
    ...change
  }
}

const answer = {
  status: 201,
  headers: { "content-type": "text/csv", "x-count": "2" },
  body: 'sealed \u{1F3E8} {"b": 1,  "a":2}',
  sealedFor: "partner answer",
  venueIds: [102, 101]
}

const responseOf = (of: IdempotencyRecord, change: Partial<StoredResponse> = {}): StoredResponse => {
  const { key, namespace, ownerToken, tenant } = of
  return { namespace, tenant, key, ownerToken, ...answer, ...change }
}

const insert = (of: IdempotencyRecord) => atomically(IdempotencyKeys.use((keys) => keys.insertBefore(of, Effect.void)))

const lease = (of: IdempotencyRecord) => IdempotencyKeys.use((keys) => keys.lease(of))

const find = (of: IdempotencyRecord) => IdempotencyKeys.use((keys) => keys.find(of))

const keep = (of: IdempotencyRecord, change: Partial<StoredResponse> = {}) =>
  IdempotencyKeys.use((keys) =>
    keys.owning(atomically(keys.updateLeasedResponse(responseOf(of, change)))).pipe(
      Effect.as(true),
      Effect.catchTag("KeyLost", () => Effect.succeed(false))
    )
  )

const remove = (of: IdempotencyRecord, at = now) => IdempotencyKeys.use((keys) => keys.remove(of, at))

twins("IdempotencyKeys", IdempotencyKeysLayer, emptyDataset, (it) => {
  it.effect("HUB-070, MEM-088: finds nothing under a free key, and the record under a taken one", () =>
    Effect.gen(function* () {
      const first = record("found", "one")
      assert.deepStrictEqual(yield* find(first), Option.none())
      yield* insert(first)
      assert.deepStrictEqual(yield* find(first), Option.some(first))
    })
  )

  it.effect("HUB-070, MEM-088: inserts a key once; a later insert fails with KeyTaken, however old the key", () =>
    Effect.gen(function* () {
      const first = record("inserted", "one")
      yield* insert(first)
      for (const createdAt of [now, after({ minutes: 4 }), after({ hours: 80 })]) {
        const again = record("inserted", "two", { createdAt })
        assert.deepStrictEqual(yield* Effect.flip(insert(again)), new KeyTaken())
      }
      assert.deepStrictEqual(yield* find(first), Option.some(first))
    })
  )

  it.effect("HUB-068, A-20, MEM-088: a key is free again when the transaction that inserted it fails", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const first = record("rolled back", "one")
      const write = Effect.andThen(keys.updateInsertedResponse(responseOf(first)), Effect.fail("version conflict"))
      yield* keys.insertBefore(first, write).pipe(atomically, Effect.flip)
      assert.deepStrictEqual(yield* find(first), Option.none())
      const second = record("rolled back", "two")
      yield* insert(second)
      assert.deepStrictEqual(yield* find(first), Option.some(second))
    })
  )

  it.effect("HUB-072, MEM-087: one of ten concurrent inserts of a key wins; the others fail with KeyTaken", () =>
    Effect.gen(function* () {
      const results = yield* Effect.all(
        Array.from({ length: 10 }, (_, n) => Effect.result(insert(record("parallel", `attempt ${n}`)))),
        { concurrency: "unbounded" }
      )
      const [winner, ...others] = results.flatMap((result, n) => (result._tag === "Success" ? [n] : []))
      assert.deepStrictEqual(others, [])
      const held = Option.getOrThrow(yield* find(record("parallel", "")))
      assert.strictEqual(held.ownerToken, `attempt ${winner}`)
      for (const result of results) {
        if (result._tag === "Failure") assert.deepStrictEqual(result.failure, new KeyTaken())
      }
    })
  )

  it.effect("HUB-070, MEM-088: stores the answer in the transaction that inserted the key, byte for byte", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const mine = record("answered inside", "one")
      yield* atomically(keys.insertBefore(mine, keys.updateInsertedResponse(responseOf(mine))))
      assert.deepStrictEqual(yield* find(mine), Option.some({ ...mine, ...answer }))
    })
  )

  it.effect("PAR-122: leases a free key to the first attempt, and returns the holder to others", () =>
    Effect.gen(function* () {
      const first = record("leased", "one")
      assert.deepStrictEqual(yield* lease(first), first)
      assert.deepStrictEqual(yield* lease(record("leased", "two", { createdAt: after({ seconds: 179 }) })), first)
      assert.deepStrictEqual(yield* find(first), Option.some(first))
    })
  )

  it.effect("PAR-117, PAR-126: returns the answer, its headers and its venues to later attempts", () =>
    Effect.gen(function* () {
      const mine = record("answered", "one")
      yield* lease(mine)
      assert.isTrue(yield* keep(mine))
      const later = record("answered", "two", { createdAt: after({ hours: 71 }) })
      assert.deepStrictEqual(yield* lease(later), { ...mine, ...answer })
      assert.deepStrictEqual(yield* find(later), Option.some({ ...mine, ...answer }))
    })
  )

  it.effect("PAR-117: keeps an answer without body and headers, and distinguishes no venues from all venues", () =>
    Effect.gen(function* () {
      const bare = { status: 204, headers: null, body: null, sealedFor: null }
      for (const venueIds of [null, []]) {
        const mine = record(`bare ${String(venueIds)}`, "one")
        yield* lease(mine)
        assert.isTrue(yield* keep(mine, { ...bare, venueIds }))
        assert.deepStrictEqual(yield* find(mine), Option.some({ ...mine, ...bare, venueIds }))
      }
    })
  )

  it.effect("PAR-123, PAR-127: another attempt takes over a key when its lease has expired, and not before", () =>
    Effect.gen(function* () {
      const [first, second] = [record("lease", "one"), record("lease", "two", { createdAt: after({ minutes: 3 }) })]
      yield* lease(first)
      const early = record("lease", "early", { createdAt: DateTime.subtract(first.leaseUntil, { milliseconds: 1 }) })
      assert.deepStrictEqual(yield* lease(early), first)
      assert.deepStrictEqual(yield* lease(second), second)
      assert.isFalse(yield* keep(first))
      assert.deepStrictEqual(yield* find(first), Option.some(second))
      assert.isTrue(yield* keep(second))
      assert.isFalse(yield* keep(first))
      assert.isFalse(yield* keep(second, { status: 409 }), "an answer is final")
      assert.deepStrictEqual(yield* find(first), Option.some({ ...second, ...answer }))
    })
  )

  it.effect("PAR-125: another attempt takes over a key past its retention, without the old answer", () =>
    Effect.gen(function* () {
      const first = record("old", "one")
      yield* lease(first)
      yield* keep(first)
      const early = record("old", "two", { createdAt: DateTime.subtract(first.expiresAt, { milliseconds: 1 }) })
      assert.deepStrictEqual(yield* lease(early), { ...first, ...answer })
      const second = record("old", "two", { createdAt: first.expiresAt })
      assert.deepStrictEqual(yield* lease(second), second)
      assert.deepStrictEqual(yield* find(first), Option.some(second))
    })
  )

  it.effect("PAR-122: leases a key to one of ten concurrent attempts", () =>
    Effect.gen(function* () {
      const holders = yield* Effect.all(
        Array.from({ length: 10 }, (_, n) => lease(record("leased at once", `attempt ${n}`))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(holders.map(({ ownerToken }) => ownerToken)).size, 1)
    })
  )

  it.effect("PAR-125, PAR-127: releases a key that is still owned and in flight, and no other", () =>
    Effect.gen(function* () {
      const [mine, foreign] = [record("back", "one"), record("back", "two")]
      yield* lease(mine)
      yield* remove(foreign)
      assert.deepStrictEqual(yield* find(mine), Option.some(mine))
      yield* remove(mine)
      assert.deepStrictEqual(yield* find(mine), Option.none())
      yield* remove(mine)
      assert.deepStrictEqual(yield* lease(foreign), foreign)
    })
  )

  it.effect("PAR-125, HUB-073: releases an answered key after its retention, only for its owner", () =>
    Effect.gen(function* () {
      const mine = record("answered back", "one")
      yield* lease(mine)
      yield* keep(mine)
      yield* remove(mine)
      yield* remove(mine, DateTime.subtract(mine.expiresAt, { milliseconds: 1 }))
      yield* remove(record("answered back", "two"), mine.expiresAt)
      assert.deepStrictEqual(yield* find(mine), Option.some({ ...mine, ...answer }))
      yield* remove(mine, mine.expiresAt)
      assert.deepStrictEqual(yield* find(mine), Option.none())
    })
  )

  it.effect("HUB-073, PAR-125, MEM-088: removes keys past their retention, answered or not, and no others", () =>
    Effect.gen(function* () {
      const { removeExpired } = yield* IdempotencyKeys
      const createdAt = after({ days: 400 })
      yield* removeExpired(createdAt)
      const ended = record("ended", "one", { createdAt })
      const unanswered = record("unanswered", "one", { createdAt })
      const current = record("current", "one", { createdAt, expiresAt: DateTime.add(ended.expiresAt, { hours: 1 }) })
      yield* Effect.forEach([ended, unanswered, current], lease)
      yield* keep(ended)
      assert.strictEqual(yield* removeExpired(DateTime.subtract(ended.expiresAt, { milliseconds: 1 })), 0)
      assert.strictEqual(yield* removeExpired(ended.expiresAt), 2)
      assert.strictEqual(yield* removeExpired(ended.expiresAt), 0)
      assert.deepStrictEqual(yield* Effect.forEach([ended, unanswered], find), [Option.none(), Option.none()])
      assert.deepStrictEqual(yield* find(current), Option.some(current))
    })
  )

  it.effect("PAR-124, HUB-073, MEM-088: keeps namespaces, tenants and keys apart, byte for byte", () =>
    Effect.gen(function* () {
      const first = record("a key", "one")
      const others = [
        record("a key", "hub", { namespace: "hub" }),
        record("a key", "member", { namespace: "member" }),
        record("a key", "other tenant", { tenant: "2" }),
        record("a key", "tenant of two words", { tenant: "1 a" }),
        record("key", "key of one word", { tenant: "1 a" }),
        record("A key", "capital"),
        record("a key ", "blank"),
        record("a  key", "blanks")
      ]
      assert.deepStrictEqual(yield* lease(first), first)
      for (const other of others) assert.deepStrictEqual(yield* lease(other), other)
      assert.isTrue(yield* keep(first))
      for (const other of others) assert.deepStrictEqual(yield* find(other), Option.some(other), other.ownerToken)
      for (const other of others) yield* remove(other)
      assert.deepStrictEqual(yield* find(first), Option.some({ ...first, ...answer }))
    })
  )
})
