import { Cron, DateTime, Duration, Effect, Layer, PrimaryKey, Schedule, Schema } from "effect"
import { ClusterSchema, DeliverAt, Entity, Singleton } from "effect/cluster"
import { Rpc } from "effect/rpc"
import type { JobName } from "../../domain/jobs/Jobs.ts"

/** A due time, delivered once it is reached. Its address identifies it, so that repetitions are one message. */
class DueRun extends Schema.Class<DueRun>("DueRun")({ dateTime: Schema.DateTimeUtc }) {
  [PrimaryKey.symbol]() {
    return ""
  }
  [DeliverAt.symbol]() {
    return this.dateTime
  }
}

/** How long a clock that has been set back can delay a run beyond its schedule. */
const longestWait = Duration.minutes(1)

/**
 * Runs a job of the cluster whenever `cron` is due. One process sends the next due time, at least once a minute. The
 * library's ClusterCron sends it at the end of a run instead, and would fall silent after a clock had been ahead, until
 * the time it had shown. A process skips what becomes due while it runs the job.
 */
export const makeJobCron = <R>(
  job: JobName,
  cron: Cron.Cron,
  runDue: (due: DateTime.Utc) => Effect.Effect<void, never, R>
) => {
  // Names, fields and addresses are those of ClusterCron, with which earlier releases join the same cluster.
  const name = `ClusterCron/${job}`
  const Runs = Entity.make(name, [
    Rpc.make("run", { payload: DueRun })
      .annotate(ClusterSchema.Persisted, true)
      .annotate(ClusterSchema.Uninterruptible, true)
  ]).annotate(ClusterSchema.ClientTracingEnabled, false)

  const sendNext = Effect.gen(function* () {
    const clientOf = yield* Runs.client
    const now = yield* DateTime.now
    const due = DateTime.fromDateUnsafe(Cron.next(cron, now))
    yield* clientOf(DateTime.formatIso(due)).run(new DueRun({ dateTime: due }), { discard: true })
    yield* Effect.sleep(Duration.min(DateTime.distance(now, due), longestWait))
  })

  const sendAll = Effect.forever(sendNext).pipe(
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logWarning("The next run could not be scheduled; retrying", cause)),
    Effect.retry(Schedule.spaced("5 seconds")),
    Effect.orDie
  )

  let running = false
  const handlers = Runs.of({
    run: ({ payload }) =>
      Effect.suspend(() => {
        if (running) return Effect.void
        running = true
        return Effect.ensuring(
          runDue(payload.dateTime),
          Effect.sync(() => {
            running = false
          })
        )
      })
  })

  return Layer.merge(Singleton.make(name, sendAll), Runs.toLayer(handlers))
}
