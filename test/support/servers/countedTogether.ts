import { Effect } from "effect"
import type { ServerProcess } from "./processes.ts"

/** The number of decisions that processes have made alone, by `/metrics`. */
export const fallbacksOf = (...servers: ReadonlyArray<ServerProcess>) =>
  Effect.map(
    Effect.forEach(servers, (server) => server.call({ method: "GET", path: "/metrics" })),
    (replies) => {
      const counts = replies.map(({ text }) => /^hub_rate_limit_fallback_total(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1])
      return counts.reduce((sum, count) => sum + Number(count ?? 0), 0)
    }
  )

/**
 * The result of the first round without a fallback; each round uses up a budget of its own, once the counts are
 * `shared`. On a busy host a shared counter may answer too late. A process then counts alone, as promised, and the
 * round tells nothing about counts that are shared.
 */
export const countedTogether = <Budget, A, E, R, E2, R2>(
  counts: { readonly shared: Effect.Effect<void, E, R>; readonly fallbacks: Effect.Effect<number, E, R> },
  budgets: ReadonlyArray<Budget>,
  round: (budget: Budget) => Effect.Effect<A, E2, R2>
): Effect.Effect<A, E | E2, R | R2> =>
  Effect.gen(function* () {
    for (const budget of budgets) {
      yield* counts.shared
      const before = yield* counts.fallbacks
      const result = yield* round(budget)
      if ((yield* counts.fallbacks) === before) return result
    }
    return yield* Effect.die(new Error(`In each of ${budgets.length} rounds a process counted alone`))
  })
