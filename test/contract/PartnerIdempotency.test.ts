import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import {
  type PartnerAnswer,
  PartnerIdempotency,
  type PartnerIdempotencyRecord
} from "../../src/domain/idempotency/PartnerIdempotency.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import * as PartnerIdempotencyLayer from "../../src/layers/repositories/PartnerIdempotencyLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00.123Z")

const claim = (key: string, ownerToken: string, at = now, tenant = "1"): PartnerIdempotencyRecord => ({
  tenant,
  key,
  fingerprint: `fingerprint of ${ownerToken}`,
  state: "in_flight",
  ownerToken,
  leaseUntil: DateTime.add(at, { minutes: 3 }),
  venueIds: null,
  status: null,
  body: null,
  createdAt: at,
  expiresAt: DateTime.add(at, { hours: 72 })
})

const answer = (key: string, ownerToken: string, change: Partial<PartnerAnswer> = {}): PartnerAnswer => ({
  tenant: "1",
  key,
  ownerToken,
  status: 200,
  body: '{"a":1}',
  venueIds: [101, 102],
  ...change
})

const insert = (record: PartnerIdempotencyRecord) => PartnerIdempotency.use((keys) => keys.insert(record))
const keep = (of: PartnerAnswer) => PartnerIdempotency.use((keys) => keys.updateAnswer(of))

twins("PartnerIdempotency", PartnerIdempotencyLayer, demoDataset(now), (it) => {
  it.effect("PAR-122: gives a free key to the first, and tells the others who has it", () =>
    Effect.gen(function* () {
      const first = claim("free", "one")
      assert.deepStrictEqual(yield* insert(first), first)
      assert.deepStrictEqual(yield* insert(claim("free", "two", DateTime.add(now, { seconds: 179 }))), first)
    })
  )

  it.effect("PAR-124: keeps the keys of tenants apart", () =>
    Effect.gen(function* () {
      yield* insert(claim("tenant", "one"))
      const other = claim("tenant", "two", now, "2")
      assert.deepStrictEqual(yield* insert(other), other)
      const link = claim("tenant", "three", now, "link:1")
      assert.deepStrictEqual(yield* insert(link), link)
    })
  )

  it.effect("PAR-117, PAR-126: remembers the answer and the venues for whoever comes later", () =>
    Effect.gen(function* () {
      const mine = claim("answered", "one")
      yield* insert(mine)
      assert.isTrue(yield* keep(answer("answered", "one")))
      const held = yield* insert(claim("answered", "two", DateTime.add(now, { hours: 71 })))
      assert.deepStrictEqual(held, {
        ...mine,
        state: "completed",
        status: 200,
        body: '{"a":1}',
        venueIds: [101, 102]
      })
    })
  )

  it.effect("PAR-117: remembers an answer without a body, and one that touched every venue", () =>
    Effect.gen(function* () {
      yield* insert(claim("empty", "one"))
      assert.isTrue(yield* keep(answer("empty", "one", { status: 204, body: null, venueIds: null })))
      const { body, status, venueIds } = yield* insert(claim("empty", "two"))
      assert.deepStrictEqual({ body, status, venueIds }, { body: null, status: 204, venueIds: null })
    })
  )

  it.effect("PAR-123: lets another take the key over when the lease has run out, and not before", () =>
    Effect.gen(function* () {
      yield* insert(claim("lease", "one"))
      const second = claim("lease", "two", DateTime.add(now, { minutes: 3 }))
      assert.deepStrictEqual(yield* insert(second), second)
      assert.isFalse(yield* keep(answer("lease", "one")))
      assert.isTrue(yield* keep(answer("lease", "two")))
    })
  )

  it.effect("PAR-127: the attempt that lost the key does not answer for it, nor give it back", () =>
    Effect.gen(function* () {
      const { remove } = yield* PartnerIdempotency
      yield* insert(claim("lost", "one"))
      const second = claim("lost", "two", DateTime.add(now, { minutes: 4 }))
      yield* insert(second)
      yield* remove("1", "lost", "one")
      assert.deepStrictEqual(yield* insert(claim("lost", "three", DateTime.add(now, { minutes: 5 }))), second)
    })
  )

  it.effect("PAR-125: gives a key back, unless it has been answered", () =>
    Effect.gen(function* () {
      const { remove } = yield* PartnerIdempotency
      yield* insert(claim("back", "one"))
      yield* remove("1", "back", "one")
      const second = claim("back", "two")
      assert.deepStrictEqual(yield* insert(second), second)
      assert.isTrue(yield* keep(answer("back", "two")))
      yield* remove("1", "back", "two")
      assert.strictEqual((yield* insert(claim("back", "three"))).state, "completed")
      assert.isFalse(yield* keep(answer("back", "two", { status: 409 })))
    })
  )

  it.effect("PAR-125: forgets after 72 hours, swept or not", () =>
    Effect.gen(function* () {
      const { removeExpired } = yield* PartnerIdempotency
      const end = DateTime.add(now, { hours: 72 })
      yield* insert(claim("old", "one"))
      yield* keep(answer("old", "one"))
      yield* insert(claim("older", "one", DateTime.subtract(now, { hours: 1 })))
      yield* keep(answer("older", "one"))
      const again = claim("old", "two", end)
      assert.deepStrictEqual(yield* insert(again), again)
      assert.isAtLeast(yield* removeExpired(end), 1)
      assert.strictEqual(yield* removeExpired(end), 0)
      assert.deepStrictEqual(yield* insert(claim("old", "three", end)), again)
      const free = claim("older", "two", end)
      assert.deepStrictEqual(yield* insert(free), free)
    })
  )

  it.effect("PAR-127: an answer whose transaction fails was never given", () =>
    Effect.gen(function* () {
      const mine = claim("undone", "one")
      yield* insert(mine)
      yield* keep(answer("undone", "one")).pipe(Effect.andThen(Effect.fail("effect failed")), atomically, Effect.flip)
      assert.deepStrictEqual(yield* insert(claim("undone", "two")), mine)
    })
  )

  it.effect("PAR-116: takes keys of 1 and of 255 characters, told apart to the last", () =>
    Effect.gen(function* () {
      for (const key of ["x", " ", `${"y".repeat(254)}1`, `${"y".repeat(254)}2`, "a b", "A b"]) {
        const record = claim(key, `owner ${key}`)
        assert.deepStrictEqual(yield* insert(record), record)
      }
    })
  )
})
