import { HttpApiMiddleware } from "effect/http-api"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"
import { publicFailure } from "./publicFailure.ts"

/** What public endpoints stand behind: no credential, a limit per address, and the failures of the request itself (PUB-020). */
export class PublicAccess extends HttpApiMiddleware.Service<PublicAccess>()("hub/http/public/PublicAccess", {
  error: [
    publicFailure(RequestInvalid),
    publicFailure(RateLimited),
    publicFailure(InternalFault),
    publicFailure(ServiceUnavailable)
  ]
}) {}
