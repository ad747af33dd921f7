import { Context, type Effect } from "effect"

/** Runs an effect so that all of its repository writes commit, or none. */
export class Atomic extends Context.Service<
  Atomic,
  {
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("hub/domain/shared/Atomic") {}
