import { Clock, Context, Duration, Effect, Layer, Schedule } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Jobs } from "../domain/jobs/Jobs.ts"
import type { ClusterStore } from "../layers/ClusterStore.ts"
import { Configuration } from "../layers/Configuration.ts"
import { boundedScope } from "./boundedScope.ts"

/**
 * This process's part in the jobs, until the scope closes: a run that does not end in time then is cut short, and run again by
 * another process. What jobs need is loaded when the process serves already; a database that is away meanwhile delays them.
 */
export const backgroundJobs = Effect.fnUntraced(function* (
  services: Context.Context<ClusterStore | Jobs | SecureRandom.SecureRandom>
) {
  const { jobs, jobsCron, jobsLeaseSeconds, shutdownTimeoutMs } = yield* Configuration
  if (!jobs) return
  const part = Effect.gen(function* () {
    const JobCronsLayer = yield* Effect.promise(() => import("../layers/JobCronsLayer.ts"))
    const crons = JobCronsLayer.layer({
      lease: Duration.seconds(jobsLeaseSeconds),
      grace: Duration.millis(shutdownTimeoutMs / 2),
      cron: jobsCron,
      clock: Context.get(services, Clock.Clock)
    })
    yield* Layer.build(Layer.provide(crons, Layer.succeedContext(Context.omit(Clock.Clock)(services))))
    return yield* Effect.never
  })
  yield* Effect.scoped(part).pipe(
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logWarning("This process has no part in the jobs yet; trying again", cause)),
    Effect.retry(Schedule.spaced("5 seconds")),
    Effect.forkIn(yield* boundedScope(Duration.millis(shutdownTimeoutMs)))
  )
})
