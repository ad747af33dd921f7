import { Context, Effect } from "effect"

/** Where a test may make the service fail or wait (GEN-014). */
export const faultPoints = ["core", "idp", "jwks", "before_commit", "after_commit"] as const
export type FaultPoint = (typeof faultPoints)[number]

/**
 * Faults that test controls have armed. `strike` waits as long as the armed fault says and answers whether the point
 * must fail now; without test controls it never does.
 */
export const Faults = Context.Reference<{ readonly strike: (point: FaultPoint) => Effect.Effect<boolean> }>(
  "hub/domain/shared/Faults",
  { defaultValue: () => ({ strike: () => Effect.succeed(false) }) }
)
