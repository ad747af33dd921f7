import { Context, Effect, Layer, Schema } from "effect"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import { findMember, MemberCaller, MemberCallerShape, verifyMemberToken } from "../../domain/access/MemberCaller.ts"
import type { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { Recent } from "../../domain/shared/Recent.ts"
import { guard } from "../surface/guard.ts"
import { headerOf } from "../surface/headerOf.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"
import { isWrite } from "../surface/Verb.ts"
import { isGuessable } from "./guessable.ts"
import { MemberAccess } from "./MemberAccess.ts"
import { memberFailures } from "./memberFailure.ts"

/**
 * Configures the shared guard for the member surface (REQUIREMENTS 0.3). Reads start with the member last seen for the
 * token; the response is sent only after the account has been confirmed to be still open.
 */
export const MemberGuard = Layer.effect(
  MemberAccess,
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const { member, memberLookup } = deployment.limits
    const recent = new Recent<string, MemberCallerShape>(Schema.toEquivalence(MemberCallerShape))

    return guard<MemberCallerShape, MemberCaller, AccessTokens | MemberAccounts>({
      envelope: memberFailures,
      limits,
      deployment,
      authenticate: Effect.fnUntraced(function* (request, endpoint, proceed) {
        const token = yield* verifyMemberToken(headerOf(request, "authorization"))
        const caller = findMember(token)
        return yield* isWrite(endpoint)
          ? Effect.flatMap(caller, proceed)
          : recent.read(`${token.emailVerified} ${token.subject}`, caller, proceed)
      }),
      uses: ({ memberId }, endpoint) => {
        const subject = String(memberId)
        const perMember = { policy: member, subject }
        return isGuessable(endpoint) ? [perMember, { policy: memberLookup, subject }] : [perMember]
      },
      admit: () => undefined,
      provide: (context, caller) => Context.add(context, MemberCaller, caller),
      invalid: (_part, issues) => new RequestInvalid(issues)
    })
  })
)
