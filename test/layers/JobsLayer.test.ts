import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { HubIdempotency } from "../../src/domain/idempotency/HubIdempotency.ts"
import { PartnerIdempotency } from "../../src/domain/idempotency/PartnerIdempotency.ts"
import { Jobs } from "../../src/domain/jobs/Jobs.ts"
import { sweep } from "../../src/domain/jobs/sweep.ts"
import { MessagingEvents } from "../../src/domain/messaging/MessagingEvents.ts"
import * as JobsLayer from "../../src/layers/JobsLayer.ts"
import { captureLogs } from "../support/logs.ts"

/** Removes what is given, a batch at a time, and remembers what it was asked. */
const removing = (...batches: ReadonlyArray<number>) => {
  const asked: Array<string> = []
  const left = [...batches]
  return {
    asked,
    remove: (until: DateTime.Utc) =>
      Effect.sync(() => {
        asked.push(DateTime.formatIso(until))
        return left.shift() ?? 0
      })
  }
}

const unused = () => Effect.die(new Error("not used"))

describe("sweep", () => {
  it.effect("HUB-051 HUB-073 PAR-125 forgets what is past its retention until there is no more", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 31, 12))
      const [hub, partner, events] = [removing(500, 3), removing(), removing(7)]
      const counts = yield* sweep().pipe(
        Effect.provideService(HubIdempotency, { insert: unused, updateResult: unused, removeExpired: hub.remove }),
        Effect.provideService(PartnerIdempotency, {
          insert: unused,
          updateAnswer: unused,
          remove: unused,
          removeExpired: partner.remove
        }),
        Effect.provideService(MessagingEvents, { list: unused, removeBefore: events.remove })
      )
      assert.deepStrictEqual(counts, { hubIdempotency: 503, partnerIdempotency: 0, messagingEvents: 7 })
      const now = "2026-03-31T12:00:00.000Z"
      assert.deepStrictEqual(hub.asked, [now, now, now])
      assert.deepStrictEqual(partner.asked, [now])
      assert.deepStrictEqual(events.asked, ["2026-03-01T12:00:00.000Z", "2026-03-01T12:00:00.000Z"])
    })
  )
})

describe("the schedule of jobs", () => {
  it.effect("HUB-051 sweeps at start and every hour, also after a sweep that failed, which it logs", () =>
    Effect.gen(function* () {
      const logs = captureLogs()
      const runs: Array<number> = []
      const run = () =>
        Effect.gen(function* () {
          runs.push(yield* Clock.currentTimeMillis)
          return runs.length === 2 ? yield* Effect.die(new Error("database away")) : { messagingEvents: 1 }
        })
      const hour = 3_600_000
      const schedule = JobsLayer.layerSchedule().pipe(Layer.provide(Layer.succeed(Jobs, Jobs.of({ run }))))
      yield* Layer.build(schedule).pipe(Effect.andThen(TestClock.adjust("3 hours")), Effect.provide(logs.layer))
      assert.deepStrictEqual(runs, [0, hour, 2 * hour, 3 * hour])
      assert.deepStrictEqual(
        logs.lines().map(({ fields }) => [fields["level"], fields["messagingEvents"] ?? fields["message"]]),
        [
          ["INFO", 1],
          ["ERROR", "The sweep failed; the next one tries again"],
          ["INFO", 1],
          ["INFO", 1]
        ]
      )
    })
  )
})
