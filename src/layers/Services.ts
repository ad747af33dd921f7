import { Duration, Effect, Layer, Redacted } from "effect"
import type { CoreApi } from "../domain/brands/CoreApi.ts"
import { rateLimitPolicies } from "../domain/ratelimit/rateLimitPolicies.ts"
import { Deployment } from "../domain/shared/Deployment.ts"
import * as AccessTokensLayer from "./AccessTokensLayer.ts"
import * as AtomicLayer from "./AtomicLayer.ts"
import { Configuration } from "./Configuration.ts"
import { developmentSecret } from "./configuration/refusals.ts"
import * as CoreApiLayer from "./CoreApiLayer.ts"
import * as CoreApiHttp from "./coreApi/CoreApiHttp.ts"
import * as CredentialsLayer from "./CredentialsLayer.ts"
import * as CursorsLayer from "./CursorsLayer.ts"
import * as DigestsLayer from "./DigestsLayer.ts"
import * as IdentityProviderLayer from "./IdentityProviderLayer.ts"
import * as IdentityProviderHttp from "./identityProvider/IdentityProviderHttp.ts"
import * as JobsLayer from "./JobsLayer.ts"
import * as KeyReleasesLayer from "./KeyReleasesLayer.ts"
import * as MapGroupingLayer from "./MapGroupingLayer.ts"
import * as OutageLayer from "./OutageLayer.ts"
import * as RateLimitsLayer from "./RateLimitsLayer.ts"
import * as ReadinessLayer from "./ReadinessLayer.ts"
import * as ActionsLayer from "./repositories/ActionsLayer.ts"
import * as ApiKeysLayer from "./repositories/ApiKeysLayer.ts"
import * as ArrivalSnapshotsLayer from "./repositories/ArrivalSnapshotsLayer.ts"
import * as ArrivalsLayer from "./repositories/ArrivalsLayer.ts"
import * as AuditLogLayer from "./repositories/AuditLogLayer.ts"
import * as BenefitsLayer from "./repositories/BenefitsLayer.ts"
import * as FavoritesLayer from "./repositories/FavoritesLayer.ts"
import * as EnrolmentsLayer from "./repositories/EnrolmentsLayer.ts"
import * as GuestInvitesLayer from "./repositories/GuestInvitesLayer.ts"
import * as FulfillmentsLayer from "./repositories/FulfillmentsLayer.ts"
import * as IdempotencyKeysLayer from "./repositories/IdempotencyKeysLayer.ts"
import * as LedgerBooksLayer from "./repositories/LedgerBooksLayer.ts"
import * as LegacyReservationsLayer from "./repositories/LegacyReservationsLayer.ts"
import * as MembersLayer from "./repositories/MembersLayer.ts"
import * as MessagesLayer from "./repositories/MessagesLayer.ts"
import * as MessagingEventsLayer from "./repositories/MessagingEventsLayer.ts"
import * as MessagingGrantsLayer from "./repositories/MessagingGrantsLayer.ts"
import * as NotificationsLayer from "./repositories/NotificationsLayer.ts"
import * as OfferCodesLayer from "./repositories/OfferCodesLayer.ts"
import * as OffersLayer from "./repositories/OffersLayer.ts"
import * as OperatorsLayer from "./repositories/OperatorsLayer.ts"
import * as OrganizationsLayer from "./repositories/OrganizationsLayer.ts"
import * as OutboxLayer from "./repositories/OutboxLayer.ts"
import * as PlacesLayer from "./repositories/PlacesLayer.ts"
import * as PropertiesLayer from "./repositories/PropertiesLayer.ts"
import * as PropertyCatalogLayer from "./repositories/PropertyCatalogLayer.ts"
import * as MemberAccountsLayer from "./repositories/MemberAccountsLayer.ts"
import * as ReservationsLayer from "./repositories/ReservationsLayer.ts"
import * as StaysLayer from "./repositories/StaysLayer.ts"
import * as VenuesLayer from "./repositories/VenuesLayer.ts"
import * as WalletsLayer from "./repositories/WalletsLayer.ts"
import * as WalletViewsLayer from "./repositories/WalletViewsLayer.ts"
import * as SecureRandomLayer from "./SecureRandomLayer.ts"
import * as UlidsLayer from "./UlidsLayer.ts"
import * as VaultLayer from "./VaultLayer.ts"

/** The part of the configuration that surfaces and operations know. */
const deployment = Layer.effect(
  Deployment,
  Effect.map(Configuration, (configuration) => ({
    environment: configuration.environment,
    messagingEnabled: configuration.messagingEnabled,
    limits: rateLimitPolicies(configuration.limits),
    bodyLimitBytes: configuration.bodyLimitBytes,
    requestTimeoutMs: configuration.requestTimeoutMs,
    identityProviderName: configuration.operatorTokens?.issuer ?? "development"
  }))
)

/** In development codes of the demo data are there, sealed under the secret of development, whatever the process has. */
const vaultOf = ({ environment, secret }: Configuration["Service"]) =>
  VaultLayer.layer(secret, environment === "development" ? [Redacted.make(developmentSecret)] : [])

/** What does not depend on where rows are kept. */
const common = Layer.unwrap(
  Effect.map(Configuration, (configuration) => {
    const digests = DigestsLayer.layer(configuration.secret)
    return Layer.mergeAll(
      digests,
      CursorsLayer.layer.pipe(Layer.provide(digests)),
      configuration.redisUrl === undefined
        ? RateLimitsLayer.layerMemory
        : RateLimitsLayer.layerRedis({ url: configuration.redisUrl }),
      AccessTokensLayer.layer(),
      MapGroupingLayer.layer,
      OutageLayer.layer,
      SecureRandomLayer.layer,
      UlidsLayer.layer,
      vaultOf(configuration),
      deployment
    )
  })
)

/** The core that the configuration names, else the brands of the given store. */
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

/** Who decides about hub keys: the provider that the configuration names, else this deployment. */
const identityProvider = Layer.unwrap(
  Effect.gen(function* () {
    const { identityProvider: upstream } = yield* Configuration
    const { identityProviderName: provider } = yield* Deployment
    return upstream === undefined
      ? IdentityProviderLayer.layerLocal
      : IdentityProviderHttp.layerHttp({ url: new URL(upstream.url), key: upstream.key, provider })
  })
)

const credentialsSql = Layer.unwrap(
  Effect.map(Configuration, ({ keyCacheSeconds, store }) =>
    store === "postgres" ? CredentialsLayer.layerShared(keyCacheSeconds) : CredentialsLayer.layer(keyCacheSeconds)
  )
)

/** Everything operations may ask for, over a database. */
export const layerSql = JobsLayer.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      AtomicLayer.layerSql,
      coreApi(CoreApiLayer.layerSql),
      credentialsSql,
      identityProvider,
      KeyReleasesLayer.layer,
      ReadinessLayer.layerSql
    )
  ),
  Layer.provideMerge(
    Layer.mergeAll(
      ActionsLayer.layerSql,
      ApiKeysLayer.layerSql,
      ArrivalSnapshotsLayer.layerSql,
      ArrivalsLayer.layerSql,
      AuditLogLayer.layerSql,
      BenefitsLayer.layerSql,
      FavoritesLayer.layerSql,
      EnrolmentsLayer.layerSql,
      GuestInvitesLayer.layerSql,
      FulfillmentsLayer.layerSql,
      IdempotencyKeysLayer.layerSql,
      LedgerBooksLayer.layerSql,
      LegacyReservationsLayer.layerSql,
      MembersLayer.layerSql,
      MessagesLayer.layerSql,
      MessagingEventsLayer.layerSql,
      MessagingGrantsLayer.layerSql,
      NotificationsLayer.layerSql,
      OfferCodesLayer.layerSql,
      OffersLayer.layerSql,
      OperatorsLayer.layerSql,
      OrganizationsLayer.layerSql,
      OutboxLayer.layerSql,
      PlacesLayer.layerSql,
      PropertiesLayer.layerSql,
      PropertyCatalogLayer.layerSql,
      MemberAccountsLayer.layerSql,
      ReservationsLayer.layerSql,
      StaysLayer.layerSql,
      VenuesLayer.layerSql,
      WalletsLayer.layerSql,
      WalletViewsLayer.layerSql
    )
  ),
  Layer.provideMerge(common)
)

/** The same services over the in-memory database. */
export const layerMemory = JobsLayer.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      AtomicLayer.layerMemory,
      coreApi(CoreApiLayer.layerMemory),
      CredentialsLayer.layer(0),
      identityProvider,
      KeyReleasesLayer.layer,
      ReadinessLayer.layerMemory
    )
  ),
  Layer.provideMerge(
    Layer.mergeAll(
      ActionsLayer.layerMemory,
      ApiKeysLayer.layerMemory,
      ArrivalSnapshotsLayer.layerMemory,
      ArrivalsLayer.layerMemory,
      AuditLogLayer.layerMemory,
      BenefitsLayer.layerMemory,
      FavoritesLayer.layerMemory,
      EnrolmentsLayer.layerMemory,
      GuestInvitesLayer.layerMemory,
      FulfillmentsLayer.layerMemory,
      IdempotencyKeysLayer.layerMemory,
      LedgerBooksLayer.layerMemory,
      LegacyReservationsLayer.layerMemory,
      MembersLayer.layerMemory,
      MessagesLayer.layerMemory,
      MessagingEventsLayer.layerMemory,
      MessagingGrantsLayer.layerMemory,
      NotificationsLayer.layerMemory,
      OfferCodesLayer.layerMemory,
      OffersLayer.layerMemory,
      OperatorsLayer.layerMemory,
      OrganizationsLayer.layerMemory,
      OutboxLayer.layerMemory,
      PlacesLayer.layerMemory,
      PropertiesLayer.layerMemory,
      PropertyCatalogLayer.layerMemory,
      MemberAccountsLayer.layerMemory,
      ReservationsLayer.layerMemory,
      StaysLayer.layerMemory,
      VenuesLayer.layerMemory,
      WalletsLayer.layerMemory,
      WalletViewsLayer.layerMemory
    )
  ),
  Layer.provideMerge(common)
) satisfies Layer.Layer<Layer.Success<typeof layerSql>, unknown, unknown>
