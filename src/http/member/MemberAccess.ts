import { HttpApiMiddleware } from "effect/http-api"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import type { MemberCaller } from "../../domain/access/MemberCaller.ts"
import type { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { memberFailures } from "./memberFailure.ts"
import { accessFailures, inputFailures, keyFailures } from "./policyFailures.ts"
import { bodyFailures } from "../surface/transportFailures.ts"

/**
 * What every endpoint of the member surface stands behind: the member's token, their limit, the key of a write and the
 * syntax of a request, and the failures they bring. Which of these an endpoint can answer, its verb says.
 */
export class MemberAccess extends HttpApiMiddleware.Service<
  MemberAccess,
  { provides: MemberCaller; requires: AccessTokens | MemberAccounts }
>()("hub/http/member/MemberAccess", {
  error: declaredAll(memberFailures, [...accessFailures, ...inputFailures, ...keyFailures, ...bodyFailures]),
  requiredForClient: true
}) {}
