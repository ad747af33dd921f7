import { type Duration, Effect } from "effect"
import { Readiness } from "../../domain/shared/Readiness.ts"

/** How a dependency is looked at. */
export interface Probe {
  readonly name: string
  readonly isRequired: boolean
  /** How long a result is used. */
  readonly every: Duration.Input
  /** The problem; undefined without one. */
  readonly look: Effect.Effect<string | undefined>
}

/** A probe must not hang: what does not answer by then cannot be used. */
const deadline = "1 second"

/** Looks at each dependency at most once per `every`; whoever asks meanwhile shares the result. */
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
