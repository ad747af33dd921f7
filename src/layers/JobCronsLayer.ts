import { Cause, Clock, Cron, DateTime, Effect, Layer, References } from "effect"
import { ClusterCron } from "effect/cluster"
import { type JobCounts, type JobName, jobNames, Jobs, jobSchedules } from "../domain/jobs/Jobs.ts"
import * as ClusterLayer from "./ClusterLayer.ts"
import { ClusterStore } from "./ClusterStore.ts"

export interface JobCronsOptions extends ClusterLayer.ClusterOptions {
  /** When every job is due, instead of each on its own schedule. */
  readonly cron?: string | undefined
  /** The time that runs go by. When they are due, and who lives, is told by the real one. */
  readonly clock: Clock.Clock
}

/** How long the cluster remembers runs that are over: a moment that is due again meanwhile is known. */
const remembered = { days: 1 } as const

/** One line for each run. One that fails is over as well: the next one does what it left. */
const runDue = Effect.fnUntraced(
  function* (job: JobName, run: Effect.Effect<JobCounts>) {
    const due = DateTime.formatIso(yield* ClusterCron.CurrentScheduledTime)
    yield* Effect.matchCauseEffect(run, {
      onSuccess: (counts) => Effect.logInfo({ message: "job", job, due, ...counts }),
      onFailure: (cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.failCause(cause)
          : Effect.logError({ message: "The job failed; the next run tries again", job, due }, cause)
    })
  },
  // The library's name the same things again.
  Effect.provideService(References.CurrentLogAnnotations, {})
)

/**
 * The jobs as crons of the cluster of all processes that share the store: each due moment is a message in it, which one of them
 * runs. A run that was cut short is run again, by whoever holds its shard then.
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
