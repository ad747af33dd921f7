import { HttpApiMiddleware } from "effect/http-api"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import { IssuerUnavailable, TokenRefused } from "../../domain/access/CredentialErrors.ts"
import { type MemberCaller, MemberTokenMissing } from "../../domain/access/MemberCaller.ts"
import type { Members } from "../../domain/members/Members.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { InternalFault, ServiceUnavailable } from "../surface/transportFailures.ts"
import { memberFailure } from "./memberFailure.ts"

/**
 * What every endpoint of the member surface stands behind: the member's token, his limit, and the failures they bring.
 * An endpoint that takes input declares its 400 itself.
 */
export class MemberAccess extends HttpApiMiddleware.Service<
  MemberAccess,
  { provides: MemberCaller; requires: AccessTokens | Members }
>()("hub/http/member/MemberAccess", {
  error: [
    memberFailure(MemberTokenMissing),
    memberFailure(TokenRefused),
    memberFailure(RateLimited),
    memberFailure(InternalFault),
    memberFailure(ServiceUnavailable),
    memberFailure(IssuerUnavailable)
  ],
  requiredForClient: true
}) {}
