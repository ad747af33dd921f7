import { Effect, Layer } from "effect"
import { IdentityProvider, IdentityProviderUnavailable, KeyUnknown } from "../domain/access/IdentityProvider.ts"
import { Faults } from "../domain/shared/Faults.ts"

/** This deployment is its own identity provider: the stored key says whose it is and what it may do. */
export const layerLocal = Layer.succeed(
  IdentityProvider,
  IdentityProvider.of({
    verifyKey: Effect.fnUntraced(function* (_secret, { key, organization }) {
      const { strike } = yield* Faults
      if (yield* strike("idp")) return yield* new IdentityProviderUnavailable()
      if (organization === null) return yield* new KeyUnknown()
      return { organizationXid: organization.xid, permissions: key.permissions }
    })
  })
)
