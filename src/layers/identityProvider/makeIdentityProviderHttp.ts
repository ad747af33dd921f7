import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { DateTime, Effect, identity, Layer, Option, type Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import type { Credential } from "../../domain/access/Credentials.ts"
import { IdentityProvider, IdentityProviderUnavailable, KeyUnknown } from "../../domain/access/IdentityProvider.ts"
import { Organizations } from "../../domain/organizations/Organizations.ts"
import { hasPassed } from "../../domain/shared/hasPassed.ts"
import { makeUpstream } from "../upstream/makeUpstream.ts"
import { jsonOf, mismatch, failureOfStatus } from "../upstream/UpstreamFailure.ts"
import { withFault } from "./withFault.ts"

export interface IdentityProviderHttpOptions {
  /** Base address; `/keys/verify` is appended to its path. */
  readonly url: URL
  /** The hub's own key for the provider, if required. */
  readonly key: Redacted.Redacted | undefined
  /** The provider whose organization ids its answers carry. */
  readonly provider: string
}

const maxResponseBytes = 64 * 1024

/** The provider's answer for a known key. `organizationId` is the provider's own id. */
const Verified = Schema.Struct({
  keyId: Schema.NonEmptyString,
  organizationId: Schema.NonEmptyString,
  permissions: Schema.Array(Schema.NonEmptyString),
  expiresAt: Schema.NullOr(Schema.DateTimeUtc)
})

const decodeVerified = Schema.decodeUnknownEffect(Schema.toCodecJson(Verified))

/**
 * The provider over HTTP, on the client in context. It is called on every request, so that changed permissions apply to
 * the next one (HUB-079). It receives only the SHA-256 of the secret, which is enough to find the key, so that nothing
 * usable leaks through the provider, its logs or the network.
 */
export const makeIdentityProviderHttp = Effect.fnUntraced(function* (options: IdentityProviderHttpOptions) {
  const { key, provider, url } = options
  const organizations = yield* Organizations
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  const call = yield* makeUpstream({
    name: "identity provider",
    timeout: "600 millis",
    deadline: "2 seconds",
    pause: "50 millis",
    whenOpen: () => new IdentityProviderUnavailable(),
    whenFailed: () => new IdentityProviderUnavailable()
  })
  const base = HttpClientRequest.post(url).pipe(
    HttpClientRequest.appendUrl("keys/verify"),
    key === undefined ? identity : HttpClientRequest.bearerToken(key),
    HttpClientRequest.acceptJson
  )

  const ask = Effect.fnUntraced(function* (keyHash: string) {
    const response = yield* client.execute(HttpClientRequest.bodyJsonUnsafe(base, { keyHash }))
    if (response.status === 404 || response.status === 410) return yield* new KeyUnknown()
    if (response.status !== 200) return yield* failureOfStatus(response.status)
    return yield* Effect.mapError(Effect.flatMap(jsonOf(response), decodeVerified), (error) =>
      error._tag === "SchemaError" ? mismatch(error) : error
    )
  })

  return Effect.fnUntraced(function* (_secret: string, local: Credential) {
    const { expiresAt, organizationId, permissions } = yield* call(ask(local.key.secretHash))
    if (hasPassed(expiresAt, yield* DateTime.now)) return yield* new KeyUnknown()
    const organization = yield* organizations.findByIdentity(provider, organizationId)
    if (Option.isNone(organization)) return yield* new KeyUnknown()
    return { organizationXid: organization.value.xid, permissions }
  })
})

/** The provider over HTTP, on its own client with persistent connections (HUB-079). */
export const layerHttp = (options: IdentityProviderHttpOptions): Layer.Layer<IdentityProvider, never, Organizations> =>
  Layer.effect(
    IdentityProvider,
    Effect.map(makeIdentityProviderHttp(options), (verify) => IdentityProvider.of({ verifyKey: withFault(verify) }))
  ).pipe(
    Layer.provide(CircuitBreaker.layerStoreMemory()),
    Layer.provide(NodeHttpClient.layerUndiciOptions({ connections: 64, maxResponseSize: maxResponseBytes }))
  )
