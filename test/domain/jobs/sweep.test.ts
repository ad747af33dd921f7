import { assert, describe, it } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import { Blobs } from "../../../src/domain/blobs/Blobs.ts"
import { ChatLinkTokens } from "../../../src/domain/chat/ChatLinkTokens.ts"
import { ProviderRequests } from "../../../src/domain/chat/ProviderRequests.ts"
import { IdempotencyKeys } from "../../../src/domain/idempotency/IdempotencyKeys.ts"
import { OperatorSessions } from "../../../src/domain/operators/OperatorSessions.ts"
import { PageImages } from "../../../src/domain/images/PageImages.ts"
import { Outbox } from "../../../src/domain/outbox/Outbox.ts"
import { FinishedRuns } from "../../../src/domain/jobs/FinishedRuns.ts"
import { sweep } from "../../../src/domain/jobs/sweep.ts"
import { MessagingEvents } from "../../../src/domain/messaging/MessagingEvents.ts"
import * as AtomicLayer from "../../../src/layers/AtomicLayer.ts"

const unused = () => Effect.die(new Error("not used"))

/** Returns the numbers in turn, then 0. */
const inTurn = (numbers: ReadonlyArray<number>) => {
  const left = [...numbers]
  return () => left.shift() ?? 0
}

/** What each removal returns, call by call; all others return 0. */
type Removals = Readonly<Partial<Record<string, ReadonlyArray<number>>>>

/** Runs the job over stores that remove as told, unless they break; returns its exit and the times of its calls. */
const runSweep = Effect.fnUntraced(function* (removals: Removals, broken: ReadonlyArray<string> = []) {
  const calls: Record<string, Array<string>> = {}
  const remove = (name: string) => {
    const next = inTurn(removals[name] ?? [])
    return (until: DateTime.Utc) =>
      Effect.suspend(() => {
        ;(calls[name] ??= []).push(DateTime.formatIso(until))
        return broken.includes(name) ? Effect.die(new Error(`${name} broke`)) : Effect.succeed(next())
      })
  }
  const removeImages = remove("pageImages")
  const exit = yield* sweep().pipe(
    Effect.provideService(IdempotencyKeys, {
      insertBefore: unused,
      lease: unused,
      find: unused,
      updateInsertedResponse: unused,
      updateLeasedResponse: unused,
      owning: unused,
      remove: unused,
      removeExpired: remove("idempotencyKeys")
    }),
    Effect.provideService(MessagingEvents, { list: unused, removeBefore: remove("messagingEvents") }),
    Effect.provideService(OperatorSessions, {
      find: unused,
      insert: unused,
      updateLastSeen: unused,
      updateRevokedAt: unused,
      removeExpired: remove("operatorSessions")
    }),
    Effect.provideService(PageImages, {
      insert: unused,
      removeUnused: (until) =>
        Effect.map(removeImages(until), (count) => Array.from({ length: count }, () => ({ id: "i", widths: [1] })))
    }),
    Effect.provideService(Blobs, {
      insertMissing: unused,
      find: unused,
      remove: (keys) => Effect.succeed(keys.length),
      removeUnused: remove("unusedBytes")
    }),
    Effect.provideService(ProviderRequests, { insert: unused, removeBefore: remove("providerRequests") }),
    Effect.provideService(ChatLinkTokens, {
      insert: unused,
      findOpen: unused,
      use: unused,
      removeBefore: remove("chatLinks")
    }),
    Effect.provideService(Outbox, {
      insert: unused,
      list: unused(),
      claim: unused,
      updateClaimed: unused,
      removeSettled: remove("settled"),
      removeRecorded: remove("recorded")
    }),
    Effect.provideService(FinishedRuns, { removeOld: Effect.flatMap(DateTime.now, remove("runs")) }),
    Effect.provide(AtomicLayer.layerMemory),
    Effect.exit
  )
  return { exit, calls }
})

const noon = Date.UTC(2026, 2, 31, 12)

describe("sweep", () => {
  it.effect("HUB-051, HUB-073, PAR-125, MEM-088, A-145, INT-039: removes everything past its retention", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const { calls, exit } = yield* runSweep({
        idempotencyKeys: [500, 3],
        messagingEvents: [7],
        operatorSessions: [4],
        pageImages: [2],
        unusedBytes: [6],
        providerRequests: [11],
        chatLinks: [5],
        settled: [10_000, 6],
        recorded: [3],
        runs: [10_000, 2]
      })
      assert.deepStrictEqual(
        exit,
        Exit.succeed({
          idempotencyKeys: 503,
          messagingEvents: 7,
          operatorSessions: 4,
          pageImages: 2,
          unusedBytes: 6,
          providerRequests: 11,
          chatLinks: 5,
          outbox: 10_009,
          runs: 10_002
        })
      )
      const [now, dayAgo, monthAgo] = [
        "2026-03-31T12:00:00.000Z",
        "2026-03-30T12:00:00.000Z",
        "2026-03-01T12:00:00.000Z"
      ]
      const tenMinutesAgo = "2026-03-31T11:50:00.000Z"
      assert.deepStrictEqual(calls, {
        idempotencyKeys: [now, now, now],
        messagingEvents: [monthAgo, monthAgo],
        operatorSessions: [dayAgo, dayAgo],
        pageImages: [dayAgo, dayAgo],
        unusedBytes: [dayAgo, dayAgo],
        providerRequests: [tenMinutesAgo, tenMinutesAgo],
        chatLinks: [dayAgo, dayAgo],
        settled: [monthAgo, monthAgo, monthAgo],
        recorded: [monthAgo, monthAgo, monthAgo],
        runs: [now, now, now]
      })
    })
  )

  it.effect("continues after a removal that fails, and fails at the end with the cause of each", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const removals = ["idempotencyKeys", "messagingEvents", "operatorSessions", "pageImages"]
      const later = ["unusedBytes", "providerRequests", "chatLinks", "settled", "recorded", "runs"]
      const { calls, exit } = yield* runSweep({}, ["idempotencyKeys", "unusedBytes"])
      assert.deepStrictEqual(Object.keys(calls), [...removals, ...later])
      const reasons = Option.match(Exit.getCause(exit), { onNone: () => [], onSome: ({ reasons }) => reasons })
      assert.deepStrictEqual(
        reasons.flatMap((reason) => (Cause.isDieReason(reason) ? [String(reason.defect)] : [])),
        ["Error: idempotencyKeys broke", "Error: unusedBytes broke"]
      )
    })
  )
})
