import { Duration } from "effect"
import { IdempotencyConflict, IdempotencyInProgress } from "./HubIdempotencyErrors.ts"
import type { IdempotencyPolicy } from "./IdempotencyPolicy.ts"

/**
 * The policy of those who claim and change Actions, which are integrations, operators and assistants (HUB-070 to HUB-073):
 * answers are kept for 30 days, a parallel duplicate waits for the outcome of the first, and a refusal leaves nothing, the
 * key included.
 */
export const waitingPolicy = (
  of: Pick<IdempotencyPolicy<never>, "namespace" | "owner">
): IdempotencyPolicy<IdempotencyConflict | IdempotencyInProgress> => ({
  ...of,
  retention: Duration.days(30),
  duplicates: { _tag: "waits" },
  reused: () => new IdempotencyConflict(),
  inFlight: () => new IdempotencyInProgress()
})
