import { Clock, Context, Duration, Effect, Layer, Schedule } from "effect"
import type { SecureRandom } from "effect/crypto"
import { RebuildRequests } from "../../domain/arrivals/RebuildRequests.ts"
import { Jobs } from "../../domain/jobs/Jobs.ts"
import type { ClusterStore } from "../../layers/ClusterStore.ts"
import { Configuration } from "../../layers/Configuration.ts"
import { runRequestedRebuilds } from "../../layers/jobs/runRequestedRebuilds.ts"
import { boundedScope } from "../boundedScope.ts"

/**
 * Runs background jobs until the scope closes, and rebuilds that this process requests at once. A run that does not
 * finish in time is then interrupted, and another process repeats it. The cluster module is imported after the server
 * has started; joining is retried while the database is unavailable.
 */
export const backgroundJobs = Effect.fnUntraced(function* (
  services: Context.Context<ClusterStore | Jobs | SecureRandom.SecureRandom>
) {
  const { jobs, jobsCron, jobsLeaseSeconds, shutdownTimeoutMs } = yield* Configuration
  if (!jobs) return
  const clock = Context.get(services, Clock.Clock)
  const participate = Effect.gen(function* () {
    const JobCronsLayer = yield* Effect.promise(() => import("../../layers/jobs/JobCronsLayer.ts"))
    const crons = JobCronsLayer.layer({
      lease: Duration.seconds(jobsLeaseSeconds),
      grace: Duration.millis(shutdownTimeoutMs / 2),
      cron: jobsCron,
      clock
    })
    yield* Layer.build(Layer.provide(crons, Layer.succeedContext(Context.omit(Clock.Clock)(services))))
    return yield* Effect.never
  })
  const scope = yield* boundedScope(Duration.millis(shutdownTimeoutMs))
  const rebuild = Context.get(services, Jobs).run("rebuild")
  yield* runRequestedRebuilds(Effect.provideService(rebuild, Clock.Clock, clock)).pipe(
    Effect.provideService(RebuildRequests, Context.get(services, RebuildRequests)),
    Effect.forkIn(scope)
  )
  yield* Effect.scoped(participate).pipe(
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logWarning("This process could not join the background jobs; retrying", cause)),
    Effect.retry(Schedule.spaced("5 seconds")),
    Effect.forkIn(scope)
  )
})
