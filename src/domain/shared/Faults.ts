import { Context, Effect } from "effect"

/** The points where a test can make the service fail or wait (GEN-014). */
export const faultPoints = ["core", "idp", "jwks", "assistant", "before_commit", "after_commit"] as const
export type FaultPoint = (typeof faultPoints)[number]

/**
 * Faults armed by test controls. `strike` waits for the delay of an armed fault and returns whether the point must
 * fail; always false without test controls.
 */
export const Faults = Context.Reference<{ readonly strike: (point: FaultPoint) => Effect.Effect<boolean> }>(
  "hub/domain/shared/Faults",
  { defaultValue: () => ({ strike: () => Effect.succeed(false) }) }
)
