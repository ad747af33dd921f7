import { Effect, Option } from "effect"
import { NotFound } from "./NotFound.ts"

/** Unwraps a row found within reach; otherwise fails with `NotFound`. */
export const orMissing = <A>(row: Option.Option<A>): Effect.Effect<A, NotFound> =>
  Option.isNone(row) ? Effect.fail(new NotFound({})) : Effect.succeed(row.value)
