import { type HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { declaredAll } from "../surface/Envelope.ts"
import {
  bodyFailures,
  HeadTooLarge,
  InternalFault,
  RequestInvalid,
  ServiceUnavailable
} from "../surface/transportFailures.ts"
import { partnerFailures } from "./partnerFailure.ts"
import { keyFailures } from "./policyFailures.ts"

/**
 * The middleware of the only partner endpoint without a credential: a rate limit per address, idempotency and body
 * checks (REQUIREMENTS 0.3, PAR-069).
 */
export class PartnerOpenAccess extends HttpApiMiddleware.Service<PartnerOpenAccess>()(
  "hub/http/partner/PartnerOpenAccess",
  {
    error: declaredAll(partnerFailures, [
      RequestInvalid,
      NotFound,
      RateLimited,
      HeadTooLarge,
      InternalFault,
      ServiceUnavailable,
      ...keyFailures,
      ...bodyFailures
    ]),
    requiredForClient: true
  }
) {}

/** Whether an endpoint needs no credential. */
export const isOpen = ({ middlewares }: HttpApiEndpoint.Top): boolean =>
  [...middlewares].some(({ key }) => key === PartnerOpenAccess.key)
