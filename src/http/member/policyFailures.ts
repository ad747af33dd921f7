import { IssuerUnavailable, TokenRefused } from "../../domain/access/CredentialErrors.ts"
import { MemberTokenMissing } from "../../domain/access/MemberCaller.ts"
import { IdempotencyInFlight, IdempotencyKeyReused } from "../../domain/idempotency/IdempotencyErrors.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { HeadTooLarge, InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"

/** Failures that any endpoint may return. */
export const accessFailures = [
  MemberTokenMissing,
  TokenRefused,
  RateLimited,
  HeadTooLarge,
  InternalFault,
  ServiceUnavailable,
  IssuerUnavailable
] as const

/** Additional failures of endpoints with input. */
export const inputFailures = [RequestInvalid] as const

/** Additional failures of keyed writes. The key is optional, but must be valid if sent. */
export const keyFailures = [IdempotencyKeyReused, IdempotencyInFlight] as const
