import type { Duration } from "effect"
import type { Subject } from "../shared/Turns.ts"
import type { IdempotencyNamespace } from "./IdempotencyKeys.ts"

/**
 * How duplicates of a key are handled. `waits`: a concurrent duplicate waits for the first request, whose transaction
 * holds the key (HUB-072, MEM-088). `leases`: a duplicate is refused at once while the first request holds the lease,
 * so that a crashed request can be retried once its lease expires (PAR-122, PAR-123).
 */
export interface IdempotencyPolicy<out E> {
  readonly namespace: IdempotencyNamespace
  /** The kind of owner, which decides how many of its writes run at once. */
  readonly owner: Subject["kind"]
  /** How long responses are kept. */
  readonly retention: Duration.Input
  readonly duplicates:
    | { readonly _tag: "waits" }
    | { readonly _tag: "leases"; readonly lease: Duration.Input; readonly outOfReach: () => E }
  /** The key belongs to another request. */
  readonly reused: () => E
  /** The first request with the key has not been answered yet. */
  readonly inFlight: () => E
}
