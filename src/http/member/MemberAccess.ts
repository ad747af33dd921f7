import { HttpApiMiddleware } from "effect/http-api"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import type { MemberCaller } from "../../domain/access/MemberCaller.ts"
import type { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { memberFailures } from "./memberFailure.ts"
import { accessFailures, inputFailures, keyFailures } from "./policyFailures.ts"
import { bodyFailures } from "../surface/transportFailures.ts"

/**
 * The middleware of every member endpoint: token authentication, rate limits, idempotency and request checks, with
 * their failures. `verbs.ts` drops those that an endpoint cannot return from the document.
 */
export class MemberAccess extends HttpApiMiddleware.Service<
  MemberAccess,
  { provides: MemberCaller; requires: AccessTokens | MemberAccounts }
>()("hub/http/member/MemberAccess", {
  error: declaredAll(memberFailures, [...accessFailures, ...inputFailures, ...keyFailures, ...bodyFailures]),
  requiredForClient: true
}) {}
