import { Context, Duration, Effect, Layer } from "effect"
import { Authority } from "../../domain/access/Authority.ts"
import { OperatorCaller, type OperatorCallerShape } from "../../domain/operators/OperatorCaller.ts"
import { OriginRefused } from "../../domain/operators/OperatorErrors.ts"
import type { OperatorSessions } from "../../domain/operators/OperatorSessions.ts"
import { resumeSession } from "../../domain/operators/resumeSession.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import type { Atomic } from "../../domain/shared/Atomic.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import type { Digests } from "../../domain/shared/Digests.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { guard } from "../surface/guard.ts"
import { problemOfRequest } from "../surface/problemOfRequest.ts"
import { isWrite } from "../surface/Verb.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { organizationInPath } from "./organizationInPath.ts"
import { problems } from "./problem.ts"
import { isSameOrigin } from "./sameOrigin.ts"
import { sessionIdOf } from "./sessionCookie.ts"

/** The operator routes' order of checks (REQUIREMENTS 0.3), on the shared one. */
export const OperatorGuard = Layer.effect(
  OperatorAccess,
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const { address, operator, operatorWrites } = deployment.limits

    return guard<OperatorCallerShape, OperatorCaller | Authority, Atomic | Digests | OperatorSessions>({
      envelope: problems,
      limits,
      address,
      authenticate: (request) => resumeSession(sessionIdOf(request, deployment.environment)),
      uses: (caller, endpoint) => {
        const subject = String(caller.operator.id)
        const perOperator = { policy: operator, subject }
        return isWrite(endpoint) ? [perOperator, { policy: operatorWrites, subject }] : [perOperator]
      },
      admit: ({ organization }, endpoint, request) => {
        if (isWrite(endpoint) && !isSameOrigin(request, deployment.publicUrl)) return new OriginRefused()
        const selected = organizationInPath(request.url)
        return selected === undefined || selected === organization?.xid ? undefined : new NotFound({})
      },
      provide: (context, caller) =>
        context.pipe(Context.add(OperatorCaller, caller), Context.add(Authority, { permissions: caller.permissions })),
      invalid: problemOfRequest,
      bodyLimitBytes: deployment.bodyLimitBytes,
      deadline: Duration.millis(deployment.requestTimeoutMs),
      headers: () => ({ "Cache-Control": "no-store" })
    })
  })
)
