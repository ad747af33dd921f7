import { Context, type Effect, Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import type { Credential } from "./Credentials.ts"

/** The identity provider could not be reached; until it answers, every caller is refused (HUB-079). */
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

/** The provider has no such key, or has removed it. */
export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", {}) {}

/** The provider's view of a key: its organization (external id) and its permissions. */
export interface VerifiedKey {
  readonly organizationXid: string
  readonly permissions: ReadonlyArray<string>
}

/**
 * Determines the organization and the permissions of a hub key (HUB-079). `local` holds what this platform always
 * checks in addition: origin, expiry, revocation, integration (DOMAIN 2).
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
