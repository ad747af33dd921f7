import type { Duration } from "effect"
import type { Subject } from "../shared/Turns.ts"
import type { IdempotencyNamespace } from "./IdempotencyKeys.ts"

/**
 * What happens to a repeated key. `waits`: a concurrent duplicate waits for the first request, whose transaction takes
 * the key (HUB-072, MEM-088). `leases`: it is refused at once while the first holds its lease, so that a crashed first
 * request can be retried once the lease ends (PAR-122, PAR-123).
 */
export interface IdempotencyPolicy<out E> {
  readonly namespace: IdempotencyNamespace
  /** Who owns the keys, which decides how many of their writes run at once. */
  readonly owner: Subject["kind"]
  /** How long answers are kept. */
  readonly retention: Duration.Input
  readonly duplicates:
    | { readonly _tag: "waits" }
    | { readonly _tag: "leases"; readonly lease: Duration.Input; readonly outOfReach: () => E }
  /** The key belongs to another request. */
  readonly reused: () => E
  /** The first request with the key has not been answered yet. */
  readonly inFlight: () => E
}
