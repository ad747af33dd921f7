import { IssuerUnavailable } from "../../domain/access/CredentialErrors.ts"
import { PermissionMissing } from "../../domain/access/requirePermissions.ts"
import { IdempotencyConflict, IdempotencyInProgress } from "../../domain/idempotency/HubIdempotencyErrors.ts"
import {
  OriginRefused,
  SessionInvalid,
  SessionMissing,
  SignInRefused,
  TokenMissing
} from "../../domain/operators/OperatorErrors.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import {
  BodyInvalid,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  ParameterInvalid
} from "../surface/RequestErrors.ts"
import { HeadTooLarge, InternalFault, ServiceUnavailable } from "../surface/transportFailures.ts"

/** Failures that any endpoint may return. */
const always = [RateLimited, HeadTooLarge, InternalFault, ServiceUnavailable] as const

/** Failures that any endpoint behind a session may return. */
export const accessFailures = [
  ...always,
  ParameterInvalid,
  SessionMissing,
  SessionInvalid,
  PermissionMissing,
  NotFound
] as const

/** Additional failures of writes. */
export const originFailures = [OriginRefused] as const

/** Additional failures of writes that accept an Idempotency-Key. */
export const keyFailures = [IdempotencyKeyInvalid, IdempotencyConflict, IdempotencyInProgress] as const

/** Additional failures of writes that require an Idempotency-Key. */
export const keyNeeded = [IdempotencyKeyMissing] as const

/** Additional failures of writes with a body. */
export const bodyFailures = [BodyInvalid] as const

/** Failures of endpoints behind an access token. */
export const tokenFailures = [
  ...always,
  ...originFailures,
  ...bodyFailures,
  TokenMissing,
  SignInRefused,
  IssuerUnavailable
] as const
