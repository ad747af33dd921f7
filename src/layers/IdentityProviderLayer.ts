import { Effect, Layer } from "effect"
import { IdentityProvider, KeyUnknown } from "../domain/access/IdentityProvider.ts"
import { withFault } from "./identityProvider/withFault.ts"

/** This deployment is its own identity provider: the stored key names its organization and permissions. */
export const layerLocal = Layer.succeed(
  IdentityProvider,
  IdentityProvider.of({
    verifyKey: withFault((_secret, { key, organization }) =>
      organization === null
        ? Effect.fail(new KeyUnknown())
        : Effect.succeed({ organizationXid: organization.xid, permissions: key.permissions })
    )
  })
)
