import type { Duration } from "effect"
import type { IdempotencyNamespace } from "./IdempotencyKeys.ts"

/**
 * What is done with a repeated key, as data. `waits`: a parallel duplicate waits for the first to commit or roll back, in
 * whose transaction the key is taken (HUB-072, MEM-088). `leases`: it is refused at once for as long as the first has its
 * lease, so that a first one that crashed is followed after it (PAR-122, PAR-123).
 */
export interface IdempotencyPolicy<out E> {
  readonly namespace: IdempotencyNamespace
  /** How long an answer is kept. */
  readonly retention: Duration.Input
  readonly duplicates:
    | { readonly _tag: "waits" }
    | { readonly _tag: "leases"; readonly lease: Duration.Input; readonly outOfReach: () => E }
  /** The key stands for another request. */
  readonly reused: () => E
  /** The first request with the key has no answer yet. */
  readonly inFlight: () => E
}
