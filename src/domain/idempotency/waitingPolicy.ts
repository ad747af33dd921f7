import { Duration } from "effect"
import { IdempotencyConflict, IdempotencyInProgress } from "./HubIdempotencyErrors.ts"
import type { IdempotencyPolicy } from "./IdempotencyPolicy.ts"

/**
 * The policy for integrations, operators and assistants that change Actions (HUB-070 to HUB-073): responses are kept
 * for 30 days, a concurrent duplicate waits for the first, and a refusal leaves nothing behind, not even the key
 * (A-20).
 */
export const waitingPolicy = (
  owner: Pick<IdempotencyPolicy<never>, "namespace" | "owner">
): IdempotencyPolicy<IdempotencyConflict | IdempotencyInProgress> => ({
  ...owner,
  retention: Duration.days(30),
  duplicates: { _tag: "waits" },
  reused: () => new IdempotencyConflict(),
  inFlight: () => new IdempotencyInProgress()
})
