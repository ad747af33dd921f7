import { Effect, Redacted, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import type { Configuration, TokenIssuer, Upstream } from "../../layers/Configuration.ts"
import { redisRateLimits } from "../../layers/redisRateLimits.ts"
import { type Check, fail, ok, warn } from "./Check.ts"

const fetchText = (request: HttpClientRequest.HttpClientRequest) =>
  HttpClient.execute(request).pipe(
    Effect.flatMap((response) => Effect.map(response.text, (text) => ({ status: response.status, text }))),
    Effect.timeout("5 seconds"),
    Effect.mapError(() => "does not answer"),
    Effect.provide(FetchHttpClient.layer)
  )

const decodeKeySet = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ keys: Schema.NonEmptyArray(Schema.Record(Schema.String, Schema.Unknown)) }))
)

const checkIssuer = (name: string, issuer: TokenIssuer | undefined): Effect.Effect<Check> =>
  issuer === undefined
    ? Effect.succeed(ok(name, "the development issuer"))
    : fetchText(HttpClientRequest.get(issuer.jwksUrl)).pipe(
        Effect.flatMap(({ status, text }) =>
          status === 200
            ? Effect.mapError(decodeKeySet(text), () => "does not answer with a key set")
            : Effect.fail(`answers ${status}`)
        ),
        Effect.map(({ keys }) => ok(name, `${issuer.jwksUrl} has ${keys.length} keys`)),
        Effect.catch((problem) => Effect.succeed(fail(name, `${issuer.jwksUrl} ${problem}`)))
      )

/** Any status below 500 passes: without an organization there is no request that must succeed. */
const checkUpstream = (name: string, upstream: Upstream | undefined): Effect.Effect<Check> => {
  if (upstream === undefined) return Effect.succeed(ok(name, "this database"))
  const request = HttpClientRequest.get(upstream.url)
  return fetchText(
    upstream.key === undefined ? request : HttpClientRequest.bearerToken(request, Redacted.value(upstream.key))
  ).pipe(
    Effect.map(({ status }) =>
      status < 500 ? ok(name, `${upstream.url} answers`) : fail(name, `${upstream.url} answers ${status}`)
    ),
    Effect.catch((problem) => Effect.succeed(fail(name, `${upstream.url} ${problem}`)))
  )
}

const checkRedis = ({ environment, redisUrl }: Configuration["Service"]): Effect.Effect<Check> => {
  if (redisUrl === undefined) {
    const detail = "not configured: each process counts rate limits for itself"
    return Effect.succeed(environment === "development" ? ok("redis", detail) : warn("redis", detail))
  }
  return Effect.scoped(
    Effect.gen(function* () {
      const redis = yield* redisRateLimits(redisUrl)
      return (yield* redis.healthy) ? ok("redis", "answers") : warn("redis", `does not answer: ${redis.lastError()}`)
    })
  )
}

/** Checks the services that this one calls. Redis away is only a warning, because limits fall back to the process. */
export const checkUpstreams = (configuration: Configuration["Service"]) =>
  Effect.all(
    [
      checkRedis(configuration),
      checkIssuer("member issuer", configuration.memberTokens),
      checkIssuer("operator issuer", configuration.operatorTokens),
      checkUpstream("core API", configuration.coreApi),
      checkUpstream("identity provider", configuration.identityProvider)
    ],
    { concurrency: "unbounded" }
  )
