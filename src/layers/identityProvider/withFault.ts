import { Effect, Exit } from "effect"
import { type IdentityProvider, IdentityProviderUnavailable } from "../../domain/access/IdentityProvider.ts"
import { Faults } from "../../domain/shared/Faults.ts"

type Verify = IdentityProvider["Service"]["verifyKey"]

/**
 * Lets the fault point `idp` of the test controls reach a provider (GEN-014). A fault that waits longer than a provider
 * may take ends as a silent provider does. The controls are read at each call.
 */
export const withFault = (sound: Verify): Verify =>
  Effect.fnUntraced(function* (secret, local) {
    const { strike } = yield* Faults
    const strikes = strike("idp")
    // Without test controls the answer is there already, and a race for it would cost every request.
    const struck = yield* Exit.isExit(strikes)
      ? strikes
      : Effect.timeoutOrElse(strikes, { duration: "2 seconds", orElse: () => Effect.succeed(true) })
    return yield* struck ? Effect.fail(new IdentityProviderUnavailable()) : sound(secret, local)
  })
