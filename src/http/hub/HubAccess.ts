import { HttpApiMiddleware } from "effect/http-api"
import type { Authority } from "../../domain/access/Authority.ts"
import type { Credentials } from "../../domain/access/Credentials.ts"
import { CredentialInvalid, CredentialMissing, type HubCaller } from "../../domain/access/HubCaller.ts"
import { type IdentityProvider, IdentityProviderUnavailable } from "../../domain/access/IdentityProvider.ts"
import { PermissionMissing } from "../../domain/access/requirePermissions.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { InternalFault, ServiceUnavailable } from "../surface/transportFailures.ts"
import { ParameterInvalid } from "./HubRequestInvalid.ts"
import { problem } from "./problem.ts"

/** What every endpoint of the hub stands behind: the organization API key, its limits, and the failures they bring. */
export class HubAccess extends HttpApiMiddleware.Service<
  HubAccess,
  { provides: HubCaller | Authority; requires: Credentials | IdentityProvider }
>()("hub/http/hub/HubAccess", {
  error: [
    problem(ParameterInvalid),
    problem(CredentialMissing),
    problem(CredentialInvalid),
    problem(PermissionMissing),
    problem(RateLimited),
    problem(InternalFault),
    problem(ServiceUnavailable),
    problem(IdentityProviderUnavailable)
  ],
  requiredForClient: true
}) {}
