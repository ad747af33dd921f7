import { Effect, Metric } from "effect"
import { metrics } from "../../../src/domain/shared/metrics.ts"

/** The number of transactions that this process has repeated after a deadlock so far. */
export const deadlocks = Effect.map(
  Metric.value(metrics.transactionRetries.of({ reason: "deadlock" })),
  ({ count }) => count
)
