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
 * What the operator routes stand behind: the session cookie, limits, the same-origin rule for writes, the organization
 * in the path, the key and the syntax of a write, and the failures they bring. Which of these an endpoint can answer,
 * its verb says.
 */
export class OperatorAccess extends HttpApiMiddleware.Service<
  OperatorAccess,
  { provides: OperatorCaller | Authority; requires: Atomic | Digests | OperatorSessions }
>()("hub/http/operator/OperatorAccess", {
  error: declaredAll(problems, [...accessFailures, ...originFailures, ...keyFailures, ...keyNeeded, ...bodyFailures]),
  requiredForClient: true
}) {}
