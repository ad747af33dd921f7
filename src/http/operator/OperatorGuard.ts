import { Context, Effect, Layer, Schema } from "effect"
import { Authority } from "../../domain/access/Authority.ts"
import { OperatorCaller, OperatorCallerShape } from "../../domain/operators/OperatorCaller.ts"
import { OriginRefused } from "../../domain/operators/OperatorErrors.ts"
import type { OperatorSessions } from "../../domain/operators/OperatorSessions.ts"
import { resumeSession } from "../../domain/operators/resumeSession.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import type { Atomic } from "../../domain/shared/Atomic.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { Digests } from "../../domain/shared/Digests.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { Recent } from "../../domain/shared/Recent.ts"
import { guard } from "../surface/guard.ts"
import { problemOfRequest } from "../surface/problemOfRequest.ts"
import { isWrite } from "../surface/Verb.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { organizationInPath } from "./organizationInPath.ts"
import { problems } from "./problem.ts"
import { isSameOrigin } from "./isSameOrigin.ts"
import { sessionIdOf } from "./sessionCookie.ts"

/**
 * Configures the shared guard for the operator surface (REQUIREMENTS 0.3). Reads start with the operator last seen for
 * the session; the response is sent only after the session has been confirmed to be valid with the same permissions.
 */
export const OperatorGuard = Layer.effect(
  OperatorAccess,
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const digests = yield* Digests
    const recent = new Recent<string, OperatorCallerShape>(Schema.toEquivalence(OperatorCallerShape))
    const { operator, operatorWrites } = deployment.limits

    return guard<OperatorCallerShape, OperatorCaller | Authority, Atomic | Digests | OperatorSessions>({
      envelope: problems,
      limits,
      deployment,
      authenticate: (request, endpoint, proceed) => {
        const id = sessionIdOf(request, deployment.environment)
        const idHash = id === undefined ? undefined : digests.sha256(id)
        const resumed = resumeSession(idHash)
        return idHash === undefined || isWrite(endpoint)
          ? Effect.flatMap(resumed, proceed)
          : recent.read(idHash, resumed, proceed)
      },
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
      invalid: problemOfRequest
    })
  })
)
