import { Context, DateTime, Effect, Option, Schema } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { hasPassed } from "../shared/hasPassed.ts"
import type { Environment } from "../shared/Scalars.ts"
import type { IntegrationId } from "./ApiKey.ts"
import { bearerToken } from "./bearerToken.ts"
import { invalidCredential, missingCredential } from "./credentialFailures.ts"
import { Credentials } from "./Credentials.ts"
import { IdentityProvider } from "./IdentityProvider.ts"

/** An integration of one organization, authenticated by one of its keys. */
export interface HubCallerShape {
  readonly keyId: number
  readonly organization: { readonly id: OrganizationId; readonly xid: string }
  readonly integration: { readonly id: IntegrationId; readonly xid: string; readonly origin: "settings" | "widget" }
  readonly permissions: ReadonlySet<string>
}

/** The authenticated integration of this request; its organization is the only tenant in scope (GEN-003). */
export class HubCaller extends Context.Service<HubCaller, HubCallerShape>()("hub/domain/access/HubCaller") {}

export class CredentialMissing extends Schema.TaggedError<CredentialMissing>()("CredentialMissing", {}) {
  static readonly failure = missingCredential
  override get message() {
    return "Send the organization API key as a bearer token"
  }
}

/** Unknown, malformed, expired, revoked, or of another surface or environment: indistinguishable (HUB-089). */
export class CredentialInvalid extends Schema.TaggedError<CredentialInvalid>()("CredentialInvalid", {}) {
  static readonly failure = invalidCredential
  override get message() {
    return "Send a current organization API key as a bearer token"
  }
}

/** Only keys in this service's own format are looked up: no other kind of token can authenticate here. */
const keyFormat = /^hub_(?:live|test|dev)_org_[0-9A-Za-z]{43}$/

/**
 * The caller, from the `Authorization` header; the key must be a current hub key of this environment (HUB-078 to
 * HUB-080).
 */
export const authenticateHub = Effect.fnUntraced(function* (
  authorization: string | undefined,
  environment: Environment
) {
  if (authorization === undefined) return yield* new CredentialMissing()
  const secret = bearerToken(authorization)
  if (secret === undefined || !keyFormat.test(secret)) return yield* new CredentialInvalid()
  const credentials = yield* Credentials
  const credential = yield* credentials.find(secret)
  if (Option.isNone(credential)) return yield* new CredentialInvalid()
  const { key, organization, integration } = credential.value
  const now = yield* DateTime.now
  if (
    key.surface !== "hub" ||
    key.environment !== environment ||
    organization === null ||
    organization.status !== "active" ||
    integration === null ||
    hasPassed(key.revokedAt, now) ||
    hasPassed(key.expiresAt, now)
  ) {
    return yield* new CredentialInvalid()
  }
  const provider = yield* IdentityProvider
  const verified = yield* provider
    .verifyKey(secret, credential.value)
    .pipe(Effect.catchTag("KeyUnknown", () => Effect.fail(new CredentialInvalid())))
  if (verified.organizationXid !== organization.xid) return yield* new CredentialInvalid()
  yield* credentials.markUsed({ id: key.id, at: now })
  return {
    keyId: key.id,
    organization: { id: organization.id, xid: organization.xid },
    integration: {
      id: integration.id,
      xid: integration.xid,
      origin: key.origin === "widget" ? "widget" : integration.origin
    },
    permissions: new Set(verified.permissions)
  } satisfies HubCallerShape
})
