import { HttpApiMiddleware } from "effect/http-api"
import type { Authority } from "../../domain/access/Authority.ts"
import type { OperatorCaller } from "../../domain/operators/OperatorCaller.ts"
import type { OperatorSessions } from "../../domain/operators/OperatorSessions.ts"
import type { Atomic } from "../../domain/shared/Atomic.ts"
import type { Digests } from "../../domain/shared/Digests.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { accessFailures, bodyFailures, keyFailures, keyNeeded, originFailures } from "./policyFailures.ts"
import { problems } from "./problem.ts"

/**
 * The middleware of operator endpoints: session authentication, rate limits, the same-origin check of writes, the
 * organization in the path, idempotency and body checks, with their failures. `verbs.ts` drops those that an endpoint
 * cannot return from the document.
 */
export class OperatorAccess extends HttpApiMiddleware.Service<
  OperatorAccess,
  { provides: OperatorCaller | Authority; requires: Atomic | Digests | OperatorSessions }
>()("hub/http/operator/OperatorAccess", {
  error: declaredAll(problems, [...accessFailures, ...originFailures, ...keyFailures, ...keyNeeded, ...bodyFailures]),
  requiredForClient: true
}) {}
