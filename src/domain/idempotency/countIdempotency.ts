import { type Effect, Metric } from "effect"
import { metrics } from "../shared/metrics.ts"
import type { IdempotencyNamespace } from "./IdempotencyKeys.ts"

/** Counts the outcome of a write with an Idempotency-Key. */
export const countIdempotency = (
  surface: IdempotencyNamespace,
  outcome: "executed" | "replayed" | "conflict" | "in_progress"
): Effect.Effect<void> => Metric.update(metrics.idempotency.of({ surface, outcome }), 1)
