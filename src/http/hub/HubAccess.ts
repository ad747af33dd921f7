import { HttpApiMiddleware } from "effect/http-api"
import type { Authority } from "../../domain/access/Authority.ts"
import type { Credentials } from "../../domain/access/Credentials.ts"
import type { HubCaller } from "../../domain/access/HubCaller.ts"
import type { IdentityProvider } from "../../domain/access/IdentityProvider.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { accessFailures, writeFailures } from "./policyFailures.ts"
import { problems } from "./problem.ts"

/**
 * The middleware of every hub endpoint: API key authentication, rate limits, permissions, and for writes idempotency
 * and body checks, with their failures. `verbs.ts` drops those that an endpoint cannot return from the document.
 */
export class HubAccess extends HttpApiMiddleware.Service<
  HubAccess,
  { provides: HubCaller | Authority; requires: Credentials | IdentityProvider }
>()("hub/http/hub/HubAccess", {
  error: declaredAll(problems, [...accessFailures, ...writeFailures]),
  requiredForClient: true
}) {}
