import { type Duration, Effect } from "effect"
import { Readiness } from "../../domain/shared/Readiness.ts"

/** A check of one dependency. */
export interface Probe {
  readonly name: string
  readonly isRequired: boolean
  /** How long a result is reused. */
  readonly every: Duration.Input
  /** The problem; undefined if there is none. */
  readonly look: Effect.Effect<string | undefined>
}

/** A probe must not hang: a dependency that has not answered by then is unusable. */
const deadline = "1 second"

/** Checks each dependency at most once per `every`; concurrent callers share the result. */
export const makeReadiness = Effect.fnUntraced(function* (probes: ReadonlyArray<Probe>) {
  const looks = yield* Effect.forEach(probes, ({ every, isRequired, look, name }) =>
    look.pipe(
      Effect.timeoutOrElse({ duration: deadline, orElse: () => Effect.succeed("does not answer") }),
      Effect.catchCause(() => Effect.succeed("does not answer")),
      Effect.map((problem) => ({ name, isRequired, problem })),
      Effect.cachedWithTTL(every)
    )
  )
  return Readiness.of({ check: Effect.all(looks, { concurrency: "unbounded" }) })
})
