import { DateTime, Effect, Option } from "effect"
import { Operators } from "../operators/Operators.ts"
import type { Organization } from "../organizations/Organization.ts"
import { Organizations } from "../organizations/Organizations.ts"
import type { VenueId } from "../properties/Property.ts"
import { Deployment } from "../shared/Deployment.ts"
import { hasPassed } from "../shared/hasPassed.ts"
import { AccessTokens } from "./AccessTokens.ts"
import { bearerToken } from "./bearerToken.ts"
import { Credentials } from "./Credentials.ts"
import type { PartnerCallerShape } from "./PartnerCaller.ts"
import {
  AccessTokenInvalid,
  ApiKeyInvalid,
  CredentialsAmbiguous,
  CredentialsExpired,
  CredentialsMissing
} from "./PartnerCredentialErrors.ts"
import { nowhere, type Reach } from "./Reach.ts"

/** The holder of a partner credential, before the request names an organization. */
export interface PartnerIdentity {
  readonly caller: PartnerCallerShape
  /** May send emulation headers; what they may see is checked separately. */
  readonly isStaff: boolean
  /** A key of level `service`: valid, but not accepted on partner routes. */
  readonly isService: boolean
}

/**
 * Only partner keys in this service's own format are looked up; keys of other surfaces or platforms are invalid
 * (PAR-090, PAR-096).
 */
const keyFormat = /^hub_(?:live|test|dev)_ptr_[0-9A-Za-z]{43}$/

/** What a caller knows of its organization. */
export const tenantOf = ({ id, name, slug, xid }: Organization) => ({ id, name, slug, xid })

const venuesOf = (row: {
  readonly allVenues: boolean
  readonly venueIds: ReadonlyArray<VenueId>
}): Reach["venueIds"] => (row.allVenues ? "all" : row.venueIds)

/** The rows of one organization, of all organizations for global staff, or none without an organization. */
const reachOf = (
  organization: Organization | null,
  globalScope: boolean,
  row: { readonly allVenues: boolean; readonly venueIds: ReadonlyArray<VenueId> }
): Reach => {
  if (organization !== null) return { organizationIds: [organization.id], venueIds: venuesOf(row) }
  return globalScope ? { organizationIds: "all", venueIds: venuesOf(row) } : nowhere
}

const identifyKey = Effect.fnUntraced(function* (secret: string) {
  if (!keyFormat.test(secret)) return yield* new ApiKeyInvalid({})
  const credentials = yield* Credentials
  const found = yield* credentials.find(secret)
  if (Option.isNone(found)) return yield* new ApiKeyInvalid({})
  const { key, organization } = found.value
  const { environment } = yield* Deployment
  if (
    key.surface !== "partner" ||
    key.environment !== environment ||
    (organization !== null && organization.status !== "active")
  ) {
    return yield* new ApiKeyInvalid({})
  }
  const now = yield* DateTime.now
  if (hasPassed(key.revokedAt, now)) return yield* new ApiKeyInvalid({ reason: "revoked" })
  if (hasPassed(key.expiresAt, now)) return yield* new CredentialsExpired({ reason: "expired" })
  yield* credentials.markUsed({ id: key.id, at: now })
  const isStaff = key.authLevel === "admin"
  const globalScope = isStaff && key.globalScope && organization === null
  const identity: PartnerIdentity = {
    caller: {
      principal: { kind: "key", id: key.xid, name: key.name },
      organization: organization === null ? null : tenantOf(organization),
      reach: reachOf(organization, globalScope, key),
      permissions: new Set(key.permissions),
      authLevel: isStaff ? "admin" : "partner",
      globalScope,
      environment,
      emulation: null
    },
    isStaff,
    isService: key.authLevel === "service"
  }
  return identity
})

const identifyOperator = Effect.fnUntraced(function* (token: string) {
  const claims = yield* AccessTokens.use((tokens) => tokens.verify("operator", token)).pipe(
    Effect.catchTag("TokenRefused", ({ reason }) =>
      Effect.fail(reason === "expired" ? new CredentialsExpired({ reason }) : new AccessTokenInvalid())
    )
  )
  const { environment, identityProviderName } = yield* Deployment
  const organizations = yield* Organizations
  // Concurrent, so that both statements share one round trip.
  const [found, claimed] = yield* Effect.all(
    [
      Operators.use((operators) => operators.find(claims.subject)),
      claims.organization === undefined
        ? Effect.succeed(Option.none<Organization>())
        : organizations.findByIdentity(identityProviderName, claims.organization)
    ],
    { concurrency: "unbounded" }
  )
  if (Option.isNone(found) || found.value.status !== "active") return yield* new AccessTokenInvalid()
  const operator = found.value
  // A token for another organization than the one in our own records grants access to neither.
  const organization = claimed.pipe(
    Option.filter(({ status }) => status === "active"),
    Option.filter(({ id }) => operator.organizationId === null || operator.organizationId === id),
    Option.getOrNull
  )
  // A token for an organization unknown here must not grant access to all of them.
  const isBound = operator.organizationId !== null || claims.organization !== undefined
  const globalScope = operator.isStaff && operator.globalScope && !isBound
  const identity: PartnerIdentity = {
    caller: {
      principal: { kind: "operator", id: operator.identitySubject, name: operator.name },
      organization: organization === null ? null : tenantOf(organization),
      reach: reachOf(organization, globalScope, operator),
      permissions: new Set(claims.permissions),
      authLevel: "operator",
      globalScope,
      environment,
      emulation: null
    },
    isStaff: operator.isStaff,
    isService: false
  }
  return identity
})

/**
 * The caller, from `X-API-Key` and `Authorization` together. Two different credentials are refused without verifying
 * either, the same one in both headers counts as the API key, and an API key alone is not accepted as a bearer token
 * (PAR-090 to PAR-099, A-03, A-04).
 */
export const identifyPartner = Effect.fnUntraced(function* (headers: {
  readonly apiKey: string | undefined
  readonly authorization: string | undefined
}) {
  const apiKey = headers.apiKey === "" ? undefined : headers.apiKey
  const authorization = headers.authorization === "" ? undefined : headers.authorization
  const token = authorization === undefined ? undefined : bearerToken(authorization)
  if (apiKey !== undefined) {
    if (authorization !== undefined && token !== apiKey) return yield* new CredentialsAmbiguous()
    return yield* identifyKey(apiKey)
  }
  if (authorization === undefined) return yield* new CredentialsMissing()
  return yield* token === undefined ? Effect.fail(new AccessTokenInvalid()) : identifyOperator(token)
})
