import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type JobName, jobNames, Jobs } from "../../src/domain/jobs/Jobs.ts"
import * as ClusterStore from "../../src/layers/ClusterStore.ts"
import * as JobCronsLayer from "../../src/layers/jobs/JobCronsLayer.ts"
import * as SecureRandomLayer from "../../src/layers/SecureRandomLayer.ts"
import { captureLogs } from "../support/logs.ts"
import { steppedClock } from "../support/steppedClock.ts"

interface Run {
  readonly job: JobName
  readonly now: string
}

/**
 * Runs the jobs of one process in memory while `pass` lasts, which is minutes of the test clock or an effect. Returns
 * its runs and log lines.
 */
const during = Effect.fnUntraced(function* (
  pass: number | Effect.Effect<void>,
  run: (job: JobName, nth: number) => Effect.Effect<Record<string, number>>,
  options: Partial<JobCronsLayer.JobCronsOptions> = {}
) {
  const logs = captureLogs("Debug")
  const runs: Array<Run> = []
  const jobs = Jobs.of({
    run: (job) =>
      Effect.gen(function* () {
        runs.push({ job, now: DateTime.formatIso(yield* DateTime.now) })
        return yield* run(job, runs.filter((one) => one.job === job).length)
      })
  })
  const clock = yield* Clock.Clock
  yield* Layer.build(
    JobCronsLayer.layer({ lease: Duration.seconds(30), grace: Duration.seconds(5), clock, ...options })
  ).pipe(
    Effect.andThen(typeof pass === "number" ? TestClock.adjust({ minutes: pass }) : pass),
    Effect.scoped,
    Effect.provide(
      Layer.mergeAll(Layer.succeed(Jobs, jobs), ClusterStore.layerMemory, SecureRandomLayer.layer, logs.layer)
    )
  )
  return { runs, lines: logs.lines().flatMap(({ fields }) => (fields["job"] === undefined ? [] : [fields])) }
})

const dueOf = (lines: ReadonlyArray<Readonly<Record<string, unknown>>>, job: JobName) =>
  lines.filter((line) => line["job"] === job).map((line) => line["due"])

const nothing = () => Effect.succeed({})

describe("the crons of jobs", () => {
  it.effect(
    "HUB-051, MEM-048, MEM-092, PAR-037: run each job once when it is due, and log one line with its counts",
    () =>
      Effect.gen(function* () {
        const { lines, runs } = yield* during(61, (job) => Effect.succeed({ [job]: 1 }))
        assert.deepStrictEqual(dueOf(lines, "finalise"), ["1970-01-01T01:00:00.000Z"])
        assert.deepStrictEqual(dueOf(lines, "sweep"), ["1970-01-01T00:30:00.000Z"])
        for (const [job, count] of [
          ["expire", 61],
          ["refresh", 12],
          ["rebuild", 244]
        ] as const) {
          const due = dueOf(lines, job)
          assert.isAtLeast(due.length, count - 1, job)
          assert.strictEqual(new Set(due).size, due.length, job)
        }
        assert.strictEqual(lines.length, runs.length)
        const [first] = lines.filter((line) => line["job"] === "sweep")
        const { time: _, ...logged } = first ?? {}
        assert.deepStrictEqual(logged, {
          level: "INFO",
          message: "job",
          job: "sweep",
          due: "1970-01-01T00:30:00.000Z",
          sweep: 1
        })
      })
  )

  it.effect("HUB-051: log a run that did something at INFO, and others at DEBUG", () =>
    Effect.gen(function* () {
      const { lines } = yield* during(11, (job, nth) => Effect.succeed({ [job]: nth === 2 ? 3 : 0, other: 0 }))
      const levels = lines.filter((line) => line["job"] === "refresh").map((line) => [line["level"], line["refresh"]])
      assert.deepStrictEqual(levels, [
        ["DEBUG", 0],
        ["INFO", 3]
      ])
    })
  )

  it.effect("HUB-051: a run that fails is logged, and the next one is run when it is due", () =>
    Effect.gen(function* () {
      const { lines } = yield* during(16, (job, nth) =>
        job === "refresh" && nth === 2 ? Effect.die(new Error("database away")) : Effect.succeed({})
      )
      assert.deepStrictEqual(
        lines.filter((line) => line["job"] === "refresh").map((line) => [line["level"], line["message"], line["due"]]),
        [
          ["DEBUG", "job", "1970-01-01T00:05:00.000Z"],
          ["ERROR", "The job failed; the next run tries again", "1970-01-01T00:10:00.000Z"],
          ["DEBUG", "job", "1970-01-01T00:15:00.000Z"]
        ]
      )
    })
  )

  it.effect("GEN-014: runs use the test clock, schedules the real one", () =>
    Effect.gen(function* () {
      const real = yield* Clock.Clock
      const millis = Date.UTC(2031, 4, 6)
      const set: Clock.Clock = {
        ...real,
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.succeed(millis),
        sleep: (duration) => real.sleep(duration)
      }
      const { lines, runs } = yield* during(6, nothing, { clock: set })
      assert.deepStrictEqual(dueOf(lines, "refresh"), ["1970-01-01T00:05:00.000Z"])
      assert.deepStrictEqual([...new Set(runs.map(({ now }) => now))], ["2031-05-06T00:00:00.000Z"])
    })
  )

  it.effect("HUB-051: a configured schedule replaces those of all jobs", () =>
    Effect.gen(function* () {
      const { lines } = yield* during(9, nothing, { cron: "*/4 * * * *" })
      for (const job of jobNames) {
        assert.deepStrictEqual(dueOf(lines, job), ["1970-01-01T00:04:00.000Z", "1970-01-01T00:08:00.000Z"], job)
      }
    })
  )

  it.effect("HUB-051, MEM-048: jobs go on within a minute of a clock that was ahead being set back", () =>
    Effect.gen(function* () {
      const { advance, clock, step } = yield* steppedClock
      const hour = 3_600_000
      const { lines } = yield* during(
        Effect.gen(function* () {
          yield* step(hour)
          yield* advance("150 seconds")
          yield* step(-hour)
          yield* advance("150 seconds")
        }),
        nothing
      ).pipe(Effect.provideService(Clock.Clock, clock))
      assert.deepStrictEqual(dueOf(lines, "expire"), [
        "1970-01-01T01:01:00.000Z",
        "1970-01-01T01:02:00.000Z",
        "1970-01-01T00:04:00.000Z",
        "1970-01-01T00:05:00.000Z"
      ])
    })
  )

  it.effect("HUB-051: a process skips what becomes due while it runs the job", () =>
    Effect.gen(function* () {
      const { lines } = yield* during(10, (job, nth) =>
        Effect.as(Effect.sleep(job === "expire" && nth === 1 ? "190 seconds" : 0), {})
      )
      assert.deepStrictEqual(
        dueOf(lines, "expire").slice(0, 3),
        [1, 5, 6].map((minute) => `1970-01-01T00:0${minute}:00.000Z`)
      )
    })
  )
})
