import { HttpApiMiddleware } from "effect/http-api"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { HeadTooLarge, InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"
import { legacyFailure } from "./publicFailure.ts"

/** `PublicAccess` with the rate limit and failures of the legacy endpoint (PUB-013, PUB-014). */
export class LegacyAccess extends HttpApiMiddleware.Service<LegacyAccess>()("hub/http/public/LegacyAccess", {
  error: [
    legacyFailure(RequestInvalid),
    legacyFailure(RateLimited),
    legacyFailure(HeadTooLarge),
    legacyFailure(InternalFault),
    legacyFailure(ServiceUnavailable)
  ]
}) {}
