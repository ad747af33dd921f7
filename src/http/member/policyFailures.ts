import { IssuerUnavailable, TokenRefused } from "../../domain/access/CredentialErrors.ts"
import { MemberTokenMissing } from "../../domain/access/MemberCaller.ts"
import { IdempotencyInFlight, IdempotencyKeyReused } from "../../domain/idempotency/IdempotencyErrors.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"

/** What any endpoint may answer. */
export const accessFailures = [
  MemberTokenMissing,
  TokenRefused,
  RateLimited,
  InternalFault,
  ServiceUnavailable,
  IssuerUnavailable
] as const

/** What endpoints that take input answer besides. */
export const inputFailures = [RequestInvalid] as const

/** What every write answers besides: its key is optional, but has a syntax. */
export const keyFailures = [IdempotencyKeyReused, IdempotencyInFlight] as const
