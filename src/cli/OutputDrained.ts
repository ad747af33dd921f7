import { Context, Effect } from "effect"

/**
 * Waits until most of what was printed has been read from standard output; false once its reader has gone away. For
 * commands with unbounded output.
 */
export const OutputDrained = Context.Reference<Effect.Effect<boolean>>("hub/cli/OutputDrained", {
  defaultValue: () => Effect.succeed(true)
})
