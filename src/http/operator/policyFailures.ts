import { IssuerUnavailable } from "../../domain/access/CredentialErrors.ts"
import { PermissionMissing } from "../../domain/access/requirePermissions.ts"
import { IdempotencyConflict, IdempotencyInProgress } from "../../domain/idempotency/HubIdempotencyErrors.ts"
import { OriginRefused, SessionInvalid, SignInRefused } from "../../domain/operators/OperatorErrors.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import {
  BodyInvalid,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  ParameterInvalid
} from "../surface/RequestErrors.ts"
import { InternalFault, ServiceUnavailable } from "../surface/transportFailures.ts"

/** What any endpoint may answer. */
const always = [RateLimited, InternalFault, ServiceUnavailable] as const

/** What any endpoint behind a session may answer. */
export const accessFailures = [...always, ParameterInvalid, SessionInvalid, PermissionMissing, NotFound] as const

/** What every write answers besides. */
export const originFailures = [OriginRefused] as const

/** What a write answers for its key. */
export const keyFailures = [IdempotencyKeyInvalid, IdempotencyConflict, IdempotencyInProgress] as const

/** What a write answers that needs a key. */
export const keyNeeded = [IdempotencyKeyMissing] as const

/** What a write with a body answers for it. */
export const bodyFailures = [BodyInvalid] as const

/** What an endpoint behind an access token may answer. */
export const tokenFailures = [...always, ...originFailures, ...bodyFailures, SignInRefused, IssuerUnavailable] as const
