import { DateTime, Duration, Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { atomically } from "../shared/atomically.ts"
import type { Environment } from "../shared/Scalars.ts"
import { Venues } from "../venues/Venues.ts"
import type { ApiKey, AuthLevel } from "./ApiKey.ts"
import { KeyRequestInvalid } from "./ApiKeyErrors.ts"
import { auditKey, integrationOfKey } from "./auditKey.ts"
import { hubPermissions } from "./hubPermissions.ts"
import { insertKey } from "./insertKey.ts"
import { Integrations } from "./Integrations.ts"
import { partnerScopes } from "./partnerScopes.ts"

interface HubKey {
  readonly surface: "hub"
  /** Optional if the organization has exactly one integration. */
  readonly integration: string | undefined
}

interface PartnerKey {
  readonly surface: "partner"
  readonly authLevel: AuthLevel
  /** Document ids. */
  readonly venues: "all" | ReadonlyArray<string>
}

/** The requested key: external ids of the integration and venues, and exact permission strings or `all`. */
export type KeyRequest = (HubKey | PartnerKey) & {
  readonly name: string
  readonly environment: Environment
  readonly organizationId: OrganizationId
  readonly permissions: "all" | ReadonlyArray<string>
  /** Undefined: the key does not expire. */
  readonly lifetime: Duration.Duration | undefined
}

const refuse = (...problems: ReadonlyArray<string>) => Effect.fail(new KeyRequestInvalid({ problems }))

const permissionsOf = ({ permissions, surface }: KeyRequest) => {
  const available: ReadonlyArray<string> = surface === "hub" ? hubPermissions : partnerScopes
  if (permissions === "all") return Effect.succeed(available)
  if (permissions.length === 0) return refuse("A key needs at least one permission")
  const unknown = permissions.filter((permission) => !available.includes(permission))
  return unknown.length === 0
    ? Effect.succeed([...new Set(permissions)])
    : refuse(
        ...unknown.map((permission) => `${permission} is not a permission of the ${surface} API`),
        `Available: ${available.join(", ")}`
      )
}

const integrationOf = Effect.fnUntraced(function* (organizationId: OrganizationId, xid: string | undefined) {
  const integrations = yield* Integrations.use(({ list }) => list(organizationId))
  const integration =
    xid === undefined && integrations.length === 1 ? integrations[0] : integrations.find((each) => each.xid === xid)
  if (integration !== undefined) return integration.id
  return yield* refuse(
    xid === undefined
      ? "A hub key acts for one integration: specify which"
      : `${xid} is not an integration of the organization`,
    integrations.length === 0
      ? "The organization has none"
      : `Available: ${integrations.map((each) => `${each.xid} (${each.name})`).join(", ")}`
  )
})

const venuesOf = Effect.fnUntraced(function* (organizationId: OrganizationId, documentIds: ReadonlyArray<string>) {
  if (documentIds.length === 0) return yield* refuse("A partner key reaches at least one venue, or all of them")
  const reach = { organizationIds: [organizationId], venueIds: "all" } as const
  const venues = yield* Venues.use(({ listByDocumentId }) => listByDocumentId(reach, documentIds))
  const unknown = documentIds.filter((id) => venues.every(({ documentId }) => documentId !== id))
  if (unknown.length > 0) return yield* refuse(...unknown.map((id) => `${id} is not a venue of the organization`))
  return venues.map(({ id }) => id)
})

type Rights = Pick<ApiKey, "integrationId" | "authLevel" | "allVenues" | "venueIds">

const rightsOf = Effect.fnUntraced(function* (organizationId: OrganizationId, request: KeyRequest) {
  const none: Rights = { integrationId: null, authLevel: null, allVenues: false, venueIds: [] }
  if (request.surface === "hub") {
    return { ...none, integrationId: yield* integrationOf(organizationId, request.integration) }
  }
  const { authLevel, venues } = request
  return venues === "all"
    ? { ...none, authLevel, allVenues: true }
    : { ...none, authLevel, venueIds: yield* venuesOf(organizationId, venues) }
})

/** When the key expires; null for never. A lifetime of 0 would end it before its first use. */
const expiryOf = ({ lifetime }: KeyRequest, createdAt: DateTime.Utc) => {
  if (lifetime === undefined) return Effect.succeed(null)
  return Duration.isZero(lifetime)
    ? refuse("The key would already be expired: its lifetime must be longer than 0")
    : Effect.succeed(DateTime.addDuration(createdAt, lifetime))
}

/** Creates a key of one organization. The result is the only copy of its secret: only the hash is stored (GEN-009). */
export const createKey = Effect.fnUntraced(function* (request: KeyRequest) {
  const { organizationId } = request
  const permissions = yield* permissionsOf(request)
  const rights = yield* rightsOf(organizationId, request)
  const createdAt = yield* DateTime.now
  const expiresAt = yield* expiryOf(request, createdAt)
  const created = yield* insertKey({
    ...rights,
    surface: request.surface,
    organizationId,
    name: request.name,
    environment: request.environment,
    permissions,
    createdAt,
    expiresAt
  })
  yield* auditKey(created.key, "created", yield* integrationOfKey(created.key))
  return created
}, atomically)
