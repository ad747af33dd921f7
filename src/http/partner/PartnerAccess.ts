import { HttpApiMiddleware } from "effect/http-api"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import type { Authority } from "../../domain/access/Authority.ts"
import type { Credentials } from "../../domain/access/Credentials.ts"
import type { PartnerCaller } from "../../domain/access/PartnerCaller.ts"
import type { Operators } from "../../domain/operators/Operators.ts"
import type { Organizations } from "../../domain/organizations/Organizations.ts"
import type { Deployment } from "../../domain/shared/Deployment.ts"
import type { Venues } from "../../domain/venues/Venues.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { partnerFailures } from "./partnerFailure.ts"
import { accessFailures, keyFailures, scopeFailures, venueFailures } from "./policyFailures.ts"
import { bodyFailures } from "../surface/transportFailures.ts"

/**
 * The middleware of every partner endpoint: authentication by key or operator token, rate limits, scopes, and for
 * writes idempotency and body checks, with their failures. `verbs.ts` drops those that an endpoint cannot return from
 * the document.
 */
export class PartnerAccess extends HttpApiMiddleware.Service<
  PartnerAccess,
  {
    provides: PartnerCaller | Authority
    requires: AccessTokens | Credentials | Deployment | Operators | Organizations | Venues
  }
>()("hub/http/partner/PartnerAccess", {
  error: declaredAll(partnerFailures, [
    ...accessFailures,
    ...scopeFailures,
    ...venueFailures,
    ...keyFailures,
    ...bodyFailures
  ]),
  requiredForClient: true
}) {}
