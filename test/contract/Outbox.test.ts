import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { Outbox, type OutboxOutcome } from "../../src/domain/outbox/Outbox.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as OutboxLayer from "../../src/layers/repositories/OutboxLayer.ts"
import { messagingDataset } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const createdAt = DateTime.makeUnsafe("2026-01-15T12:00:00Z")
const insert = (kind: string) =>
  Outbox.use((outbox) => outbox.insert({ kind, payload: { to: [kind, null] }, createdAt }))
const list = Outbox.use((outbox) => outbox.list)

twins("Outbox", OutboxLayer, messagingDataset, (it) => {
  it.effect("GEN-014: lists inserted entries as pending, oldest first, and none that were rolled back", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* list, [])
      yield* atomically(Effect.andThen(insert("one"), insert("two")))
      yield* atomically(Effect.andThen(insert("three"), Effect.fail("later step failed"))).pipe(Effect.flip)
      const entries = yield* list
      assert.deepStrictEqual(
        entries.map(({ createdAt: at, kind, payload, status }) => [kind, payload, status, DateTime.formatIso(at)]),
        [
          ["one", { to: ["one", null] }, "pending", "2026-01-15T12:00:00.000Z"],
          ["two", { to: ["two", null] }, "pending", "2026-01-15T12:00:00.000Z"]
        ]
      )
      assert.isTrue(entries.every(({ id }, i) => id > (entries[i - 1]?.id ?? 0)))
    })
  )

  it.effect("DOMAIN 7.1: removes entries settled before an instant; pending and record-only ones stay", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const at = (minutes: number) => DateTime.add(createdAt, { minutes })
      /** Inserts an entry, claims it for two minutes at `minutes`, and settles it if there is an outcome. */
      const claimed = Effect.fnUntraced(function* (kind: string, minutes: number, outcome?: OutboxOutcome) {
        yield* outbox.insert({ kind, payload: {}, createdAt, dueAt: at(minutes) })
        const entry = yield* outbox.claim({ now: at(minutes), leaseUntil: at(minutes + 2), except: [] })
        assert.isTrue(Option.isSome(entry))
        if (Option.isSome(entry) && outcome !== undefined) yield* outbox.updateClaimed(entry.value, outcome)
      })
      yield* outbox.insert({ kind: "recorded", payload: {}, createdAt })
      yield* claimed("sent", 0, { status: "sent", payload: {} })
      yield* claimed("failed", 1, { status: "failed", payload: {} })
      yield* claimed("cancelled", 2, { status: "cancelled", payload: {} })
      yield* claimed("settled later", 3, { status: "sent", payload: {} })
      yield* claimed("claimed", 3)
      yield* claimed("deferred", 4, { status: "pending", dueAt: at(-1000) })
      const kinds = Effect.map(list, (entries) =>
        entries.filter(({ kind }) => kind !== "one" && kind !== "two").map(({ kind }) => kind)
      )
      const before = yield* kinds
      assert.strictEqual(yield* outbox.removeSettled(at(2)), 0)
      assert.deepStrictEqual(yield* kinds, before)
      assert.strictEqual(yield* outbox.removeSettled(at(5)), 3)
      assert.deepStrictEqual(yield* kinds, ["recorded", "settled later", "claimed", "deferred"])
      assert.strictEqual(yield* outbox.removeSettled(at(5)), 0)
      yield* atomically(Effect.andThen(outbox.removeSettled(at(6)), Effect.fail("later step failed"))).pipe(Effect.flip)
      assert.include(yield* kinds, "settled later")
    })
  )

  it.effect("DOMAIN 5: removes record-only entries from before an instant; entries to be sent stay", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const at = (hours: number) => DateTime.add(createdAt, { hours })
      yield* outbox.insert({ kind: "earlier", payload: {}, createdAt: at(1) })
      yield* outbox.insert({ kind: "later", payload: {}, createdAt: at(2) })
      yield* outbox.insert({ kind: "to be sent", payload: {}, createdAt: at(-100), dueAt: at(100) })
      const kinds = Effect.map(list, (entries) => entries.map(({ kind }) => kind))
      const before = yield* kinds
      yield* atomically(Effect.andThen(outbox.removeRecorded(at(9)), Effect.fail("later step failed"))).pipe(
        Effect.flip
      )
      assert.strictEqual(yield* outbox.removeRecorded(createdAt), 0)
      assert.deepStrictEqual(yield* kinds, before)
      const gone = ["one", "two", "recorded", "earlier"]
      assert.strictEqual(yield* outbox.removeRecorded(at(2)), gone.length)
      assert.deepStrictEqual(
        yield* kinds,
        before.filter((kind) => !gone.includes(kind))
      )
      assert.strictEqual(yield* outbox.removeRecorded(at(2)), 0)
    })
  )

  it.effect("DOMAIN 7.1: never reuses an id, even if the newest entry was removed", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const newest = Effect.map(list, (entries) => entries.at(-1)?.id ?? 0)
      const due = DateTime.subtract(createdAt, { days: 1 })
      yield* outbox.insert({ kind: "newest", payload: {}, createdAt, dueAt: DateTime.subtract(due, { days: 1 }) })
      const id = yield* newest
      const entry = yield* Effect.flatMap(
        outbox.claim({ now: createdAt, leaseUntil: due, except: [] }),
        Effect.fromOption
      )
      assert.strictEqual(entry.id, id)
      yield* outbox.updateClaimed(entry, { status: "sent", payload: {} })
      assert.strictEqual(yield* outbox.removeSettled(createdAt), 1)
      yield* insert("after")
      assert.isAbove(yield* newest, id)
    })
  )
})
