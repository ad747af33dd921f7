import { HttpApiMiddleware } from "effect/http-api"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { HeadTooLarge, InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"
import { publicFailure } from "./publicFailure.ts"

/** The middleware of public endpoints: a rate limit per address and request validation, but no credential (PUB-020). */
export class PublicAccess extends HttpApiMiddleware.Service<PublicAccess>()("hub/http/public/PublicAccess", {
  error: [
    publicFailure(RequestInvalid),
    publicFailure(RateLimited),
    publicFailure(HeadTooLarge),
    publicFailure(InternalFault),
    publicFailure(ServiceUnavailable)
  ]
}) {}
