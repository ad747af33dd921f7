import { Cause, Clock, Cron, DateTime, Effect, Layer, References } from "effect"
import { ClusterCron } from "effect/cluster"
import { type JobCounts, type JobName, jobNames, Jobs, jobSchedules } from "../domain/jobs/Jobs.ts"
import * as ClusterLayer from "./ClusterLayer.ts"
import { ClusterStore } from "./ClusterStore.ts"

export interface JobCronsOptions extends ClusterLayer.ClusterOptions {
  /** Overrides the schedule of every job. */
  readonly cron?: string | undefined
  /** The clock inside runs. Schedules and leases follow the real clock. */
  readonly clock: Clock.Clock
}

/** How long finished runs are kept, so that a moment due twice runs once. */
const remembered = { days: 1 } as const

const isIdle = (counts: JobCounts) => Object.values(counts).every((count) => count === 0)

/** Logs one line per run, of one that found nothing to do for debugging only. A failed run counts as finished: the next one does what it left. */
const runDue = Effect.fnUntraced(
  function* (job: JobName, run: Effect.Effect<JobCounts>) {
    const due = DateTime.formatIso(yield* ClusterCron.CurrentScheduledTime)
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
 * Jobs as crons of the cluster of all processes that share the store: each due moment is a message that one process
 * handles. An interrupted run is run again by the next holder of its shard.
 */
export const layer = ({ clock, cron, ...cluster }: JobCronsOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const store = yield* ClusterStore
      const jobs = yield* Jobs
      const forgotten = Effect.flatMap(DateTime.now, (now) =>
        ClusterLayer.removeRunsBefore(store, DateTime.subtract(now, remembered))
      )
      const crons = jobNames.map((job) => {
        const run = Effect.provideService(jobs.run(job), Clock.Clock, clock)
        return ClusterCron.make({
          name: job,
          cron: Cron.parseUnsafe(cron ?? jobSchedules[job].cron, "UTC"),
          execute: runDue(
            job,
            job === "sweep" ? Effect.zipWith(run, forgotten, (counts, runs) => ({ ...counts, runs })) : run
          )
        })
      })
      return Layer.mergeAll(Layer.empty, ...crons).pipe(Layer.provide(ClusterLayer.layer(store, cluster)))
    })
  )
