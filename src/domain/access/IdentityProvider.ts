import { Context, type Effect, Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import type { Credential } from "./Credentials.ts"

/** The identity provider could not be asked; nobody is let in on a guess (HUB-079). */
export class IdentityProviderUnavailable extends Schema.TaggedError<IdentityProviderUnavailable>()(
  "IdentityProviderUnavailable",
  {}
) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "identity_provider_unavailable",
    title: "Credentials cannot be verified at the moment"
  }
  override get message() {
    return "The identity provider does not answer; try again shortly"
  }
}

/** The provider does not know the key, or no longer. */
export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", {}) {}

/** What the provider says of a key: whose it is (external id) and what it may do. */
export interface VerifiedKey {
  readonly organizationXid: string
  readonly permissions: ReadonlyArray<string>
}

/**
 * Determines the organization and the permissions of a hub key (HUB-079). `local` holds the facts that this platform
 * always checks itself in addition: origin, expiry, revocation, integration (DOMAIN 2).
 */
export class IdentityProvider extends Context.Service<
  IdentityProvider,
  {
    readonly verifyKey: (
      secret: string,
      local: Credential
    ) => Effect.Effect<VerifiedKey, KeyUnknown | IdentityProviderUnavailable>
  }
>()("hub/domain/access/IdentityProvider") {}
