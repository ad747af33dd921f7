import { Effect, Exit } from "effect"
import type { JobCounts } from "./Jobs.ts"

/** Fails with the causes of all parts of a job that failed; else returns the count of each. */
export const everyPart = Effect.fnUntraced(function* <R>(
  parts: Effect.Effect<Readonly<Record<string, Exit.Exit<number>>>, never, R>
): Effect.fn.Return<JobCounts, never, R> {
  const exits = yield* parts
  yield* Exit.asVoidAll(Object.values(exits))
  return yield* Effect.all(exits)
})
