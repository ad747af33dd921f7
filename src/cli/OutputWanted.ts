import { Context, Effect } from "effect"

/**
 * Waits until the reader of standard output has taken most of what was printed; false once it takes nothing more. For
 * commands whose output has no bound.
 */
export const OutputWanted = Context.Reference<Effect.Effect<boolean>>("hub/cli/OutputWanted", {
  defaultValue: () => Effect.succeed(true)
})
