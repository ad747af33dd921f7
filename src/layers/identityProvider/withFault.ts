import { Effect, Exit } from "effect"
import { type IdentityProvider, IdentityProviderUnavailable } from "../../domain/access/IdentityProvider.ts"
import { Faults } from "../../domain/shared/Faults.ts"

type Verify = IdentityProvider["Service"]["verifyKey"]

/**
 * Applies the fault point `idp` to a provider (GEN-014). A fault that waits longer than the timeout ends like an
 * unresponsive provider. The controls are read on every call.
 */
export const withFault = (sound: Verify): Verify =>
  Effect.fnUntraced(function* (secret, local) {
    const { strike } = yield* Faults
    const strikes = strike("idp")
    // Without test controls the fault resolves at once, and racing it would cost every request.
    const isStruck = yield* Exit.isExit(strikes)
      ? strikes
      : Effect.timeoutOrElse(strikes, { duration: "2 seconds", orElse: () => Effect.succeed(true) })
    return yield* isStruck ? Effect.fail(new IdentityProviderUnavailable()) : sound(secret, local)
  })
