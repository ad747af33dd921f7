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
import { HeadTooLarge, InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"

/**
 * Failures that any endpoint may return. NotFound covers an unknown organization selected by global staff (PAR-004), a
 * record out of reach, and a replay out of reach (PAR-126).
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
  HeadTooLarge,
  InternalFault,
  ServiceUnavailable
] as const

/** Additional failures of endpoints with an organization's data: all that require a scope. */
export const scopeFailures = [OrganizationMissing, PermissionMissing] as const

/** Additional failures of endpoints with a venue filter (PAR-057). */
export const venueFailures = [VenueOutOfScope] as const

/** Additional failures of writes. */
export const keyFailures = [
  IdempotencyKeyRequired,
  IdempotencyKeyTooLong,
  IdempotencyKeyReused,
  IdempotencyInFlight
] as const
