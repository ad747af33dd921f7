import { type HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { bodyFailures, InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"
import { partnerFailures } from "./partnerFailure.ts"
import { keyFailures } from "./policyFailures.ts"

/**
 * What the one partner endpoint without a credential stands behind: a limit per address, the key of a write and the
 * syntax of its body (REQUIREMENTS 0.3, PAR-069).
 */
export class PartnerOpenAccess extends HttpApiMiddleware.Service<PartnerOpenAccess>()(
  "hub/http/partner/PartnerOpenAccess",
  {
    error: declaredAll(partnerFailures, [
      RequestInvalid,
      NotFound,
      RateLimited,
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
