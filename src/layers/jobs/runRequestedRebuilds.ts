import { Cause, Duration, Effect, Option } from "effect"
import { RebuildRequests } from "../../domain/arrivals/RebuildRequests.ts"
import type { JobCounts } from "../../domain/jobs/Jobs.ts"

/**
 * Pauses before the runs that follow a request. The transaction that made it has usually committed before the first;
 * the others are for one that takes longer. Whatever takes even longer is left to the job.
 */
const pauses = [20, 50, 100, 200, 400, 800] as const

const logged = (counts: JobCounts) => {
  const isIdle = Object.values(counts).every((count) => count === 0)
  return Effect.logWithLevel(isIdle ? "Debug" : "Info")({ message: "job", job: "rebuild", ...counts })
}

/** A failed run is repeated by the next one, or by the job. */
const logFailure = (cause: Cause.Cause<never>) =>
  Cause.hasInterrupts(cause)
    ? Effect.failCause(cause)
    : Effect.logError({ message: "The job failed; the next run tries again", job: "rebuild" }, cause)

/**
 * Follows the requests of this process with runs of `rebuild`, one at a time; a request during a run leads to another.
 * Rests between two runs for as long as the last one took, so that many changes do not occupy the process.
 */
export const runRequestedRebuilds = Effect.fnUntraced(function* (rebuild: Effect.Effect<JobCounts>) {
  const { take } = yield* RebuildRequests
  const run = rebuild.pipe(Effect.flatMap(logged), Effect.catchCause(logFailure), Effect.timed)

  /** The runs after a request; a further request starts them again. */
  const runAll = Effect.gen(function* () {
    let rest = Duration.zero
    let attempt = 0
    while (attempt < pauses.length) {
      const pause = Duration.max(Duration.millis(pauses[attempt] ?? 0), rest)
      const further = yield* Effect.timeoutOption(attempt === 0 ? Effect.never : take, pause)
      attempt = Option.isSome(further) ? 0 : attempt + 1
      if (Option.isNone(further)) [rest] = yield* run
    }
  })
  return yield* Effect.forever(Effect.andThen(take, runAll))
})
