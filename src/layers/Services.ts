import { Duration, Effect, Layer, Tuple } from "effect"
import type { CoreApi } from "../domain/brands/CoreApi.ts"
import { LastReturnedEvents } from "../domain/messaging/observeEventLag.ts"
import { makeRecentGrants, RecentGrants } from "../domain/messaging/requireGrant.ts"
import { rateLimitPolicies } from "../domain/ratelimit/rateLimitPolicies.ts"
import { Deployment } from "../domain/shared/Deployment.ts"
import * as AccessTokensLayer from "./AccessTokensLayer.ts"
import * as AssistantProtocolLayer from "./AssistantProtocolLayer.ts"
import * as AtomicLayer from "./AtomicLayer.ts"
import { Configuration } from "./Configuration.ts"
import { baseUrl } from "./configuration/baseUrl.ts"
import * as ChatPostsLayer from "./ChatPostsLayer.ts"
import * as CoreApiLayer from "./CoreApiLayer.ts"
import * as CoreApiHttp from "./coreApi/makeCoreApiHttp.ts"
import * as CredentialsLayer from "./CredentialsLayer.ts"
import * as CursorsLayer from "./CursorsLayer.ts"
import * as DeliveryLayer from "./DeliveryLayer.ts"
import * as DnsLookupsLayer from "./DnsLookupsLayer.ts"
import * as DomainTwinsLayer from "./DomainTwinsLayer.ts"
import * as EdgeCertificatesLayer from "./EdgeCertificatesLayer.ts"
import * as DigestsLayer from "./DigestsLayer.ts"
import * as IdentityProviderLayer from "./IdentityProviderLayer.ts"
import * as IdentityProviderHttp from "./identityProvider/makeIdentityProviderHttp.ts"
import * as ImagesLayer from "./ImagesLayer.ts"
import * as JobsLayer from "./jobs/JobsLayer.ts"
import * as KeyReleasesLayer from "./KeyReleasesLayer.ts"
import * as InFlightKeysLayer from "./InFlightKeysLayer.ts"
import * as LanguageAssistantLayer from "./LanguageAssistantLayer.ts"
import * as MapGroupingLayer from "./MapGroupingLayer.ts"
import * as OutageLayer from "./OutageLayer.ts"
import * as PublicSuffixesLayer from "./PublicSuffixesLayer.ts"
import * as PageChangesLayer from "./PageChangesLayer.ts"
import * as PageRendererLayer from "./PageRendererLayer.ts"
import * as RateLimitsLayer from "./rateLimits/RateLimitsLayer.ts"
import * as ReadinessLayer from "./ReadinessLayer.ts"
import * as RebuildRequestsLayer from "./jobs/RebuildRequestsLayer.ts"
import { repositories } from "./repositories.ts"
import * as SecureRandomLayer from "./SecureRandomLayer.ts"
import { memoryOf, sqlOf } from "./Twin.ts"
import * as TurnsLayer from "./TurnsLayer.ts"
import * as UlidsLayer from "./UlidsLayer.ts"
import * as VaultLayer from "./VaultLayer.ts"

/** The provider name under which organizations of the development issuer are mapped. */
const development = "development"

const assistantOf = ({ assistantTokens }: Configuration["Service"]) =>
  assistantTokens === undefined
    ? undefined
    : {
        issuer: assistantTokens.issuer,
        resource: assistantTokens.resource,
        provider: assistantTokens.jwksUrl === undefined ? development : assistantTokens.issuer
      }

/** The settings that surfaces and operations need. */
const deployment = Layer.effect(
  Deployment,
  Effect.map(Configuration, (configuration) => ({
    environment: configuration.environment,
    messagingEnabled: configuration.messagingEnabled,
    limits: rateLimitPolicies(configuration.limits),
    bodyLimitBytes: configuration.bodyLimitBytes,
    requestTimeoutMs: configuration.requestTimeoutMs,
    metricsToken: configuration.metricsToken,
    publicUrl: configuration.publicUrl,
    address: baseUrl(configuration),
    edge: configuration.edge,
    assistant: assistantOf(configuration),
    identityProviderName: configuration.operatorTokens?.issuer ?? development
  }))
)

/** How many writes of one subject may run at once, out of the two thirds of the pool that serve transactions. */
const shareOf = (pool: number) => ({
  person: Math.max(1, Math.floor(pool / 4)),
  organization: Math.max(1, Math.floor(pool / 2))
})

/** Per-process caches of recent reads. Each set of services has its own, even when several share a process. */
const caches = Layer.mergeAll(
  Layer.sync(RecentGrants, makeRecentGrants),
  Layer.sync(LastReturnedEvents, () => new Map())
)

/** The services that do not depend on the store. */
const common = Layer.unwrap(
  Effect.map(Configuration, (configuration) => {
    const digests = DigestsLayer.layer(configuration.secret, configuration.formerSecrets)
    return Layer.mergeAll(
      digests,
      CursorsLayer.layer.pipe(Layer.provide(digests)),
      configuration.redisUrl === undefined
        ? RateLimitsLayer.layerLocal
        : RateLimitsLayer.layerRedis({ url: configuration.redisUrl }),
      AccessTokensLayer.layer(),
      AssistantProtocolLayer.layer,
      ChatPostsLayer.layer,
      ImagesLayer.layer,
      InFlightKeysLayer.layer,
      LanguageAssistantLayer.layer,
      MapGroupingLayer.layer,
      Layer.merge(DnsLookupsLayer.layer, EdgeCertificatesLayer.layer).pipe(Layer.provideMerge(DomainTwinsLayer.layer)),
      OutageLayer.layer,
      PublicSuffixesLayer.layer,
      PageRendererLayer.layer,
      RebuildRequestsLayer.layer,
      caches,
      SecureRandomLayer.layer,
      TurnsLayer.layer({ atOnce: shareOf(configuration.databasePool), waiting: 64 }),
      UlidsLayer.layer,
      VaultLayer.layer(configuration.secret, configuration.formerSecrets),
      deployment
    )
  })
)

/** The configured core API, else the brands of the given store. */
const coreApi = <E, R>(local: Layer.Layer<CoreApi, E, R>) =>
  Layer.unwrap(
    Effect.map(Configuration, ({ coreApi: upstream, coreApiTimeoutMs }) =>
      upstream === undefined
        ? local
        : CoreApiHttp.layerHttp({
            url: new URL(upstream.url),
            key: upstream.key,
            timeout: Duration.millis(coreApiTimeoutMs)
          })
    )
  )

/** The configured identity provider for hub keys, else this deployment. */
const identityProvider = Layer.unwrap(
  Effect.gen(function* () {
    const { identityProvider: upstream } = yield* Configuration
    const { identityProviderName: provider } = yield* Deployment
    return upstream === undefined
      ? IdentityProviderLayer.layerLocal
      : IdentityProviderHttp.layerHttp({ url: new URL(upstream.url), key: upstream.key, provider })
  })
)

const credentialsLocal = Layer.unwrap(
  Effect.map(Configuration, ({ keyCacheSeconds }) => CredentialsLayer.layer(keyCacheSeconds))
)

const credentialsSql = Layer.unwrap(
  Effect.map(Configuration, ({ keyCacheSeconds, store }) =>
    store === "postgres" ? CredentialsLayer.layerShared(keyCacheSeconds) : CredentialsLayer.layer(keyCacheSeconds)
  )
)

const pageChangesSql = Layer.unwrap(
  Effect.map(Configuration, ({ store }) =>
    store === "postgres" ? PageChangesLayer.layerShared : PageChangesLayer.layer
  )
)

/** Every service that operations require, over a database. */
export const layerSql = JobsLayer.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      AtomicLayer.layerSql,
      coreApi(CoreApiLayer.layerSql),
      credentialsSql,
      DeliveryLayer.layer,
      identityProvider,
      KeyReleasesLayer.layer,
      pageChangesSql,
      ReadinessLayer.layerSql
    )
  ),
  Layer.provideMerge(Layer.mergeAll(...Tuple.map(repositories, sqlOf))),
  Layer.provideMerge(common)
)

/** The same services over the in-memory tables. */
export const layerMemory = JobsLayer.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      AtomicLayer.layerMemory,
      coreApi(CoreApiLayer.layerMemory),
      credentialsLocal,
      DeliveryLayer.layer,
      identityProvider,
      KeyReleasesLayer.layer,
      PageChangesLayer.layer,
      ReadinessLayer.layerMemory
    )
  ),
  Layer.provideMerge(Layer.mergeAll(...Tuple.map(repositories, memoryOf))),
  Layer.provideMerge(common)
) satisfies Layer.Layer<Layer.Success<typeof layerSql>, unknown, unknown>
