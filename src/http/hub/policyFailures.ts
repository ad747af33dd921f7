import { CredentialInvalid, CredentialMissing } from "../../domain/access/HubCaller.ts"
import { IdentityProviderUnavailable } from "../../domain/access/IdentityProvider.ts"
import { PermissionMissing } from "../../domain/access/requirePermissions.ts"
import { IdempotencyConflict, IdempotencyInProgress } from "../../domain/idempotency/HubIdempotencyErrors.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { HeadTooLarge, InternalFault, ServiceUnavailable } from "../surface/transportFailures.ts"
import {
  BodyInvalid,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  ParameterInvalid
} from "../surface/RequestErrors.ts"

/** Failures that any endpoint may return. */
export const accessFailures = [
  ParameterInvalid,
  CredentialMissing,
  CredentialInvalid,
  PermissionMissing,
  RateLimited,
  HeadTooLarge,
  InternalFault,
  ServiceUnavailable,
  IdentityProviderUnavailable
] as const

/** Additional failures of writes. */
export const writeFailures = [
  BodyInvalid,
  IdempotencyKeyMissing,
  IdempotencyKeyInvalid,
  IdempotencyConflict,
  IdempotencyInProgress
] as const
