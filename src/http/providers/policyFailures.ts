import { SignatureInvalid, TimestampRefused } from "../../domain/providers/ProviderErrors.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { declaredAll } from "../surface/Envelope.ts"
import {
  bodyFailures,
  HeadTooLarge,
  InternalFault,
  RequestInvalid,
  ServiceUnavailable
} from "../surface/transportFailures.ts"
import { providerFailures } from "./providerFailures.ts"

/** Failures that any callback may return. */
export const callbackFailures = declaredAll(providerFailures, [
  ...bodyFailures,
  RequestInvalid,
  SignatureInvalid,
  RateLimited,
  HeadTooLarge,
  InternalFault,
  ServiceUnavailable
])

/** Additional failures of chat callbacks, whose signature covers a timestamp (INT-039). */
export const timeFailures = declaredAll(providerFailures, [TimestampRefused])
