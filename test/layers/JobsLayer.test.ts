import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Blobs } from "../../src/domain/blobs/Blobs.ts"
import { ChatLinkTokens } from "../../src/domain/chat/ChatLinkTokens.ts"
import { ProviderRequests } from "../../src/domain/chat/ProviderRequests.ts"
import { IdempotencyKeys } from "../../src/domain/idempotency/IdempotencyKeys.ts"
import { OperatorSessions } from "../../src/domain/operators/OperatorSessions.ts"
import { PageImages } from "../../src/domain/images/PageImages.ts"
import { Outbox } from "../../src/domain/outbox/Outbox.ts"
import { sweep } from "../../src/domain/jobs/sweep.ts"
import { MessagingEvents } from "../../src/domain/messaging/MessagingEvents.ts"
import * as AtomicLayer from "../../src/layers/AtomicLayer.ts"

/** A removal that returns `batches` in turn, then 0, and records the times that it is called with. */
const removing = (...batches: ReadonlyArray<number>) => {
  const calls: Array<string> = []
  const left = [...batches]
  return {
    calls,
    remove: (until: DateTime.Utc) =>
      Effect.sync(() => {
        calls.push(DateTime.formatIso(until))
        return left.shift() ?? 0
      })
  }
}

const unused = () => Effect.die(new Error("not used"))

describe("sweep", () => {
  it.effect("HUB-051, HUB-073, PAR-125, MEM-088, A-145, INT-039: removes everything past its retention", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 31, 12))
      const [keys, events, images, sessions] = [removing(500, 3), removing(7), removing(2), removing(4)]
      const [requests, links, messages, bytes] = [removing(11), removing(5), removing(10_000, 6), removing(6)]
      const notices = removing(3)
      const counts = yield* sweep().pipe(
        Effect.provideService(IdempotencyKeys, {
          insertBefore: unused,
          lease: unused,
          find: unused,
          updateInsertedAnswer: unused,
          updateLeasedAnswer: unused,
          owning: unused,
          remove: unused,
          removeExpired: keys.remove
        }),
        Effect.provideService(MessagingEvents, { list: unused, removeBefore: events.remove }),
        Effect.provideService(OperatorSessions, {
          find: unused,
          insert: unused,
          updateLastSeen: unused,
          updateRevokedAt: unused,
          removeExpired: sessions.remove
        }),
        Effect.provideService(PageImages, {
          insert: unused,
          removeUnused: (until) =>
            Effect.map(images.remove(until), (count) => Array.from({ length: count }, () => ({ id: "i", widths: [1] })))
        }),
        Effect.provideService(Blobs, {
          insertMissing: unused,
          find: unused,
          remove: (keys) => Effect.succeed(keys.length),
          removeUnused: bytes.remove
        }),
        Effect.provideService(ProviderRequests, { insert: unused, removeBefore: requests.remove }),
        Effect.provideService(ChatLinkTokens, {
          insert: unused,
          findOpen: unused,
          use: unused,
          removeBefore: links.remove
        }),
        Effect.provideService(Outbox, {
          insert: unused,
          list: unused(),
          claim: unused,
          updateClaimed: unused,
          removeSettled: messages.remove,
          removeRecorded: notices.remove
        }),
        Effect.provide(AtomicLayer.layerMemory)
      )
      assert.deepStrictEqual(counts, {
        idempotencyKeys: 503,
        messagingEvents: 7,
        operatorSessions: 4,
        pageImages: 2,
        unusedBytes: 6,
        providerRequests: 11,
        chatLinks: 5,
        outbox: 10_009
      })
      const now = "2026-03-31T12:00:00.000Z"
      assert.deepStrictEqual(keys.calls, [now, now, now])
      assert.deepStrictEqual(events.calls, ["2026-03-01T12:00:00.000Z", "2026-03-01T12:00:00.000Z"])
      assert.deepStrictEqual(images.calls, ["2026-03-30T12:00:00.000Z", "2026-03-30T12:00:00.000Z"])
      assert.deepStrictEqual(bytes.calls, ["2026-03-30T12:00:00.000Z", "2026-03-30T12:00:00.000Z"])
      assert.deepStrictEqual(sessions.calls, ["2026-03-30T12:00:00.000Z", "2026-03-30T12:00:00.000Z"])
      assert.deepStrictEqual(requests.calls, ["2026-03-31T11:50:00.000Z", "2026-03-31T11:50:00.000Z"])
      assert.deepStrictEqual(links.calls, ["2026-03-30T12:00:00.000Z", "2026-03-30T12:00:00.000Z"])
      const monthAgo = "2026-03-01T12:00:00.000Z"
      assert.deepStrictEqual(messages.calls, [monthAgo, monthAgo, monthAgo])
      assert.deepStrictEqual(notices.calls, [monthAgo, monthAgo])
    })
  )
})
