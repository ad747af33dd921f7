import { Cause, Clock, Cron, DateTime, Effect, Layer, References } from "effect"
import { FinishedRuns } from "../../domain/jobs/FinishedRuns.ts"
import { type JobCounts, type JobName, jobNames, Jobs, jobSchedules } from "../../domain/jobs/Jobs.ts"
import * as ClusterLayer from "../ClusterLayer.ts"
import { ClusterStore } from "../ClusterStore.ts"
import { makeJobCron } from "./makeJobCron.ts"

export interface JobCronsOptions extends ClusterLayer.ClusterOptions {
  /** Overrides the schedule of every job. */
  readonly cron?: string | undefined
  /** The clock inside runs. Schedules and leases follow the real clock. */
  readonly clock: Clock.Clock
}

/** How long finished runs are kept, so that a due time delivered twice runs once. */
const retention = { days: 1 } as const

const isIdle = (counts: JobCounts) => Object.values(counts).every((count) => count === 0)

/**
 * Logs one line per run, at debug level if there was nothing to do. A failed run counts as finished: the next one picks
 * up what it left.
 */
const runDue = Effect.fnUntraced(
  function* (job: JobName, run: Effect.Effect<JobCounts>, dueAt: DateTime.Utc) {
    const due = DateTime.formatIso(dueAt)
    yield* Effect.matchCauseEffect(run, {
      onSuccess: (counts) =>
        Effect.logWithLevel(isIdle(counts) ? "Debug" : "Info")({ message: "job", job, due, ...counts }),
      onFailure: (cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.failCause(cause)
          : Effect.logError({ message: "The job failed; the next run tries again", job, due }, cause)
    })
  },
  // The library's own logs repeat these lines.
  Effect.provideService(References.CurrentLogAnnotations, {})
)

/**
 * Runs the jobs as crons of the cluster of all processes that share the store: each due time is a message that one
 * process handles. An interrupted run is repeated by the next holder of its shard.
 */
export const layer = ({ clock, cron, ...cluster }: JobCronsOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const store = yield* ClusterStore
      const jobs = yield* Jobs
      const removeOld = Effect.flatMap(DateTime.now, (now) =>
        ClusterLayer.removeRunsBefore(store, DateTime.subtract(now, retention))
      ).pipe(Effect.provideService(Clock.Clock, yield* Clock.Clock))
      const crons = jobNames.map((job) => {
        const run = jobs
          .run(job)
          .pipe(Effect.provideService(Clock.Clock, clock), Effect.provideService(FinishedRuns, { removeOld }))
        return makeJobCron(job, Cron.parseUnsafe(cron ?? jobSchedules[job].cron, "UTC"), (due) => runDue(job, run, due))
      })
      return Layer.mergeAll(Layer.empty, ...crons).pipe(Layer.provide(ClusterLayer.layer(store, cluster)))
    })
  )
