import { Context, Effect } from "effect"

/**
 * Adds to the metrics of this process, in the Prometheus text format, those of the other processes that serve the same
 * port; by default there are none. Undefined when they cannot be had: less than all would look like a restart.
 */
export const MetricsOfAll = Context.Reference<(own: string) => Effect.Effect<string | undefined>>(
  "hub/domain/shared/MetricsOfAll",
  { defaultValue: () => Effect.succeed }
)
