import { Effect, type Exit, type Option } from "effect"

/**
 * Takes the key of a request, in its transaction, and prepares the effect with the questions that follow: both go out at once,
 * and a database does one after the other, so what is locked is locked behind the key. What preparing came to counts only
 * when the key was free: there is no answer held then.
 */
export const behindKey = <Held, KeyError, KeyServices, A, E, R>(
  take: Effect.Effect<Option.Option<Held>, KeyError, KeyServices>,
  prepare: Effect.Effect<A, E, R>
): Effect.Effect<readonly [held: Option.Option<Held>, prepared: Exit.Exit<A, E>], KeyError, KeyServices | R> =>
  Effect.all([take, Effect.exit(prepare)], { concurrency: "unbounded" })
