import { HttpApiMiddleware } from "effect/http-api"
import type { Authority } from "../../domain/access/Authority.ts"
import type { Credentials } from "../../domain/access/Credentials.ts"
import type { HubCaller } from "../../domain/access/HubCaller.ts"
import type { IdentityProvider } from "../../domain/access/IdentityProvider.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { accessFailures, writeFailures } from "./policyFailures.ts"
import { problems } from "./problem.ts"

/**
 * What every endpoint of the hub stands behind: the organization API key, its limits and permissions, the key and the syntax
 * of a write, and the failures they bring. Which of these an endpoint can answer, its verb says.
 */
export class HubAccess extends HttpApiMiddleware.Service<
  HubAccess,
  { provides: HubCaller | Authority; requires: Credentials | IdentityProvider }
>()("hub/http/hub/HubAccess", {
  error: declaredAll(problems, [...accessFailures, ...writeFailures]),
  requiredForClient: true
}) {}
