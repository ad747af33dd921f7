import { Context, Duration, Effect, Layer, Option } from "effect"
import { Headers } from "effect/http"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import { authenticateMember, MemberCaller, type MemberCallerShape } from "../../domain/access/MemberCaller.ts"
import type { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { guard } from "../surface/guard.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"
import { isGuessable } from "./guessable.ts"
import { MemberAccess } from "./MemberAccess.ts"
import { memberFailures } from "./memberFailure.ts"

/** The member surface's order of checks (REQUIREMENTS 0.3), on the shared one. */
export const MemberGuard = Layer.effect(
  MemberAccess,
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const { address, member, memberLookup } = deployment.limits

    return guard<MemberCallerShape, MemberCaller, AccessTokens | MemberAccounts>({
      envelope: memberFailures,
      limits,
      address,
      authenticate: (request) =>
        authenticateMember(Option.getOrUndefined(Headers.get(request.headers, "authorization"))),
      uses: ({ memberId }, endpoint) => {
        const subject = String(memberId)
        const perMember = { policy: member, subject }
        return isGuessable(endpoint) ? [perMember, { policy: memberLookup, subject }] : [perMember]
      },
      admit: () => undefined,
      provide: (context, caller) => Context.add(context, MemberCaller, caller),
      invalid: (_part, found) => new RequestInvalid(found),
      bodyLimitBytes: deployment.bodyLimitBytes,
      deadline: Duration.millis(deployment.requestTimeoutMs),
      headers: () => ({ "Cache-Control": "no-store" })
    })
  })
)
