import {
  AccessTokenInvalid,
  ApiKeyInvalid,
  AuthLevelNotAllowed,
  CredentialsAmbiguous,
  CredentialsExpired,
  CredentialsMissing,
  EmulationNotAllowed,
  OrganizationMissing
} from "../../domain/access/PartnerCredentialErrors.ts"
import { PermissionMissing } from "../../domain/access/requirePermissions.ts"
import {
  IdempotencyInFlight,
  IdempotencyKeyRequired,
  IdempotencyKeyReused,
  IdempotencyKeyTooLong
} from "../../domain/idempotency/IdempotencyErrors.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { VenueOutOfScope } from "../../domain/venues/VenueErrors.ts"
import { InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"

/**
 * What any endpoint may answer. Not found is among it: the organization that global staff name (PAR-004), a row out of reach,
 * a replay out of reach (PAR-126).
 */
export const accessFailures = [
  RequestInvalid,
  CredentialsAmbiguous,
  CredentialsMissing,
  ApiKeyInvalid,
  AccessTokenInvalid,
  CredentialsExpired,
  AuthLevelNotAllowed,
  EmulationNotAllowed,
  NotFound,
  RateLimited,
  InternalFault,
  ServiceUnavailable
] as const

/** What endpoints that show or change an organization's data answer besides: all but those without a scope. */
export const scopeFailures = [OrganizationMissing, PermissionMissing] as const

/** What endpoints with a venue filter answer besides (PAR-057). */
export const venueFailures = [VenueOutOfScope] as const

/** What every write answers besides. */
export const keyFailures = [
  IdempotencyKeyRequired,
  IdempotencyKeyTooLong,
  IdempotencyKeyReused,
  IdempotencyInFlight
] as const
