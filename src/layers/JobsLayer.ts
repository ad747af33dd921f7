import { Cause, Context, type Duration, Effect, Layer, Metric, Schedule } from "effect"
import { Arrivals } from "../domain/arrivals/Arrivals.ts"
import { refreshArrivals } from "../domain/arrivals/refreshArrivals.ts"
import { HubIdempotency } from "../domain/idempotency/HubIdempotency.ts"
import { PartnerIdempotency } from "../domain/idempotency/PartnerIdempotency.ts"
import { type JobCounts, type JobName, Jobs } from "../domain/jobs/Jobs.ts"
import { sweep } from "../domain/jobs/sweep.ts"
import { MessagingEvents } from "../domain/messaging/MessagingEvents.ts"
import { Atomic } from "../domain/shared/Atomic.ts"
import { metrics } from "../domain/shared/metrics.ts"

/**
 * Retention is all that expires in this version, and there are no earnings to finalise yet: `expire` sweeps, and
 * `finalise` finds nothing.
 */
const jobs = {
  finalise: Effect.succeed({ finalised: 0 }),
  expire: sweep(),
  refresh: Effect.map(refreshArrivals(), (refreshed) => ({ refreshed })),
  sweep: sweep()
} satisfies Record<JobName, Effect.Effect<JobCounts, never, unknown>>

type Needed = Effect.Services<(typeof jobs)[JobName]>

const counted = (job: JobName, outcome: string) => Metric.update(metrics.jobRuns.of({ job, outcome }), 1)

/** The jobs over the services of this process. */
export const layer = Layer.effect(
  Jobs,
  Effect.gen(function* () {
    // The services and nothing else: a run goes by the clock of whoever starts it.
    const services = Context.pick(
      Arrivals,
      Atomic,
      HubIdempotency,
      MessagingEvents,
      PartnerIdempotency
    )(yield* Effect.context<Needed>())
    return Jobs.of({
      run: Effect.fn("Jobs.run", { root: true })(function* (name) {
        const job: Effect.Effect<JobCounts, never, Needed> = jobs[name]
        return yield* Effect.provideContext(job, services).pipe(
          Effect.onExit((exit) => counted(name, exit._tag === "Success" ? "succeeded" : "failed"))
        )
      })
    })
  })
)

/** The sweep at start and then every `interval`, in each process: it does no harm that several do the same. */
export const layerSchedule = (interval: Duration.Input = "1 hour"): Layer.Layer<never, never, Jobs> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { run } = yield* Jobs
      yield* run("sweep").pipe(
        Effect.tap((counts) => Effect.logInfo({ message: "job", job: "sweep", ...counts })),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.logError("The sweep failed; the next one tries again", cause)
        ),
        Effect.repeat(Schedule.spaced(interval)),
        Effect.forkScoped
      )
    })
  )
