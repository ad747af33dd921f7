import { Context, Effect } from "effect"

/** The points where a test can make the service fail or wait (GEN-014). */
export const faultPoints = ["core", "idp", "jwks", "assistant", "before_commit", "after_commit"] as const
export type FaultPoint = (typeof faultPoints)[number]

/**
 * Faults armed by test controls. `strike` waits for the armed fault's delay and answers whether the point must fail
 * now; false without test controls.
 */
export const Faults = Context.Reference<{ readonly strike: (point: FaultPoint) => Effect.Effect<boolean> }>(
  "hub/domain/shared/Faults",
  { defaultValue: () => ({ strike: () => Effect.succeed(false) }) }
)
