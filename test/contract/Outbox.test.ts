import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Outbox } from "../../src/domain/outbox/Outbox.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as OutboxLayer from "../../src/layers/repositories/OutboxLayer.ts"
import { messagingDataset } from "../support/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const createdAt = DateTime.makeUnsafe("2026-01-15T12:00:00Z")
const insert = (kind: string) =>
  Outbox.use((outbox) => outbox.insert({ kind, payload: { to: [kind, null] }, createdAt }))
const list = Outbox.use((outbox) => outbox.list)

twins("Outbox", OutboxLayer, messagingDataset, (it) => {
  it.effect("GEN-014 lists what was added, oldest first, as waiting to be sent; nothing of what was rolled back", () =>
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
})
