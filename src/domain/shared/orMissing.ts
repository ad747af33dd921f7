import { Effect, Option } from "effect"
import { NotFound } from "./NotFound.ts"

/** The row that was looked for; `NotFound` where there is none within reach. */
export const orMissing = <A>(row: Option.Option<A>): Effect.Effect<A, NotFound> =>
  Option.isNone(row) ? Effect.fail(new NotFound({})) : Effect.succeed(row.value)
