import { SignatureInvalid, TimestampRefused } from "../../domain/providers/ProviderErrors.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { bodyFailures, InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"
import { providerFailures } from "./providerFailures.ts"

/** What any callback may be answered. */
export const callbackFailures = declaredAll(providerFailures, [
  ...bodyFailures,
  RequestInvalid,
  SignatureInvalid,
  RateLimited,
  InternalFault,
  ServiceUnavailable
])

/** What a callback of a chat platform may be answered besides: its signature covers a time (INT-039). */
export const timeFailures = declaredAll(providerFailures, [TimestampRefused])
