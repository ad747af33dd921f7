import { Effect, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { KeysUnavailable, readKeySet } from "../accessTokens/readKeySet.ts"
import type { Configuration, Upstream } from "../Configuration.ts"
import type { Probe } from "./makeReadiness.ts"

/** The number of usable keys that an issuer publishes; fails with the reason. */
export const fetchKeys = (jwksUrl: string): Effect.Effect<number, string> =>
  Effect.tryPromise({
    try: async (signal) => {
      const { keys } = await readKeySet(await fetch(jwksUrl, { signal, redirect: "manual" }))
      // Tokens are signed with RS256 only.
      const { length } = keys.filter(({ kty, use = "sig" }) => kty === "RSA" && use === "sig")
      if (length === 0) throw new KeysUnavailable("No key for signatures is published")
      return length
    },
    catch: (cause) => (cause instanceof KeysUnavailable ? "does not answer with usable keys" : "does not answer")
  })

/** Any status below 500 passes: without an organization there is no request that must succeed. */
export const reach = ({ key, url }: Upstream): Effect.Effect<void, string> => {
  const get = HttpClientRequest.get(url)
  const request = key === undefined ? get : HttpClientRequest.bearerToken(get, Redacted.value(key))
  return HttpClient.HttpClient.use((client) => HttpClient.withScope(client).execute(request)).pipe(
    Effect.scoped,
    Effect.mapError(() => "does not answer"),
    Effect.flatMap(({ status }) => (status < 500 ? Effect.void : Effect.fail(`answers ${status}`))),
    Effect.provide(FetchHttpClient.layer)
  )
}

/** Rarely enough to be no load for systems that serve others too. */
const every = "10 seconds"

const optional = (name: string, look: Effect.Effect<unknown, string>): Probe => ({
  name,
  isRequired: false,
  every,
  look: Effect.match(look, { onFailure: (problem) => problem, onSuccess: () => undefined })
})

/**
 * The configured upstreams. No request needs all of them: without an issuer, its tokens are rejected with 503 once the
 * cached keys are too old; without the identity provider, hub keys are; without the core API, brands are.
 */
export const upstreamProbes = (configuration: Configuration["Service"]): ReadonlyArray<Probe> => {
  const { assistantTokens, coreApi, identityProvider, memberTokens, operatorTokens } = configuration
  const assistantKeys = assistantTokens?.jwksUrl
  return [
    ...(memberTokens === undefined ? [] : [optional("memberIssuer", fetchKeys(memberTokens.jwksUrl))]),
    ...(operatorTokens === undefined ? [] : [optional("operatorIssuer", fetchKeys(operatorTokens.jwksUrl))]),
    ...(assistantKeys === undefined ? [] : [optional("assistantIssuer", fetchKeys(assistantKeys))]),
    ...(identityProvider === undefined ? [] : [optional("identityProvider", reach(identityProvider))]),
    ...(coreApi === undefined ? [] : [optional("coreApi", reach(coreApi))])
  ]
}
