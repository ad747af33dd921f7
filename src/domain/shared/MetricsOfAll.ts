import { Context, Effect } from "effect"

/**
 * Merges the metrics of the other processes on the same port into those of this one (Prometheus text format); by
 * default there are no others. Undefined when they are unavailable: a partial sum would look like a counter reset.
 */
export const MetricsOfAll = Context.Reference<(own: string) => Effect.Effect<string | undefined>>(
  "hub/domain/shared/MetricsOfAll",
  { defaultValue: () => Effect.succeed }
)
