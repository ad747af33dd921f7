import { HttpApiMiddleware } from "effect/http-api"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import type { Authority } from "../../domain/access/Authority.ts"
import type { Credentials } from "../../domain/access/Credentials.ts"
import type { PartnerCaller } from "../../domain/access/PartnerCaller.ts"
import {
  AccessTokenInvalid,
  ApiKeyInvalid,
  AuthLevelNotAllowed,
  CredentialsAmbiguous,
  CredentialsExpired,
  CredentialsMissing,
  EmulationNotAllowed
} from "../../domain/access/PartnerCredentialErrors.ts"
import type { Operators } from "../../domain/operators/Operators.ts"
import type { Organizations } from "../../domain/organizations/Organizations.ts"
import type { Deployment } from "../../domain/shared/Deployment.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import type { Venues } from "../../domain/venues/Venues.ts"
import { InternalFault, RequestInvalid, ServiceUnavailable } from "../surface/transportFailures.ts"
import type { KeyReleases } from "./KeyReleases.ts"
import { partnerFailure } from "./partnerFailure.ts"

/**
 * What every partner endpoint stands behind: key or operator token, its limits, and the failures they bring. Not found
 * is one of them: the organization that global staff name (PAR-004), a row out of reach, a replay out of reach (PAR-126).
 */
export class PartnerAccess extends HttpApiMiddleware.Service<
  PartnerAccess,
  {
    provides: PartnerCaller | Authority | KeyReleases
    requires: AccessTokens | Credentials | Deployment | Operators | Organizations | Venues
  }
>()("hub/http/partner/PartnerAccess", {
  error: [
    partnerFailure(RequestInvalid),
    partnerFailure(CredentialsAmbiguous),
    partnerFailure(CredentialsMissing),
    partnerFailure(ApiKeyInvalid),
    partnerFailure(AccessTokenInvalid),
    partnerFailure(CredentialsExpired),
    partnerFailure(AuthLevelNotAllowed),
    partnerFailure(EmulationNotAllowed),
    partnerFailure(NotFound),
    partnerFailure(RateLimited),
    partnerFailure(InternalFault),
    partnerFailure(ServiceUnavailable)
  ],
  requiredForClient: true
}) {}
