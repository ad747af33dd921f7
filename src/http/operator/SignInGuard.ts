import { Context, Effect, Layer } from "effect"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import { identifyOperator } from "../../domain/operators/identifyOperator.ts"
import type { Operator } from "../../domain/operators/Operator.ts"
import { OriginRefused } from "../../domain/operators/OperatorErrors.ts"
import type { Operators } from "../../domain/operators/Operators.ts"
import type { Organizations } from "../../domain/organizations/Organizations.ts"
import { RateLimits } from "../../domain/ratelimit/RateLimits.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { guard } from "../surface/guard.ts"
import { problemOfRequest } from "../surface/problemOfRequest.ts"
import { signInProblems } from "./problem.ts"
import { isSameOrigin } from "./isSameOrigin.ts"
import { SignInAccess, SigningIn } from "./SignInAccess.ts"

/** Configures the shared guard for the sign-in (REQUIREMENTS 0.3): the token is checked before the origin. */
export const SignInGuard = Layer.effect(
  SignInAccess,
  Effect.gen(function* () {
    const deployment = yield* Deployment
    const limits = yield* RateLimits
    const { operatorWrites } = deployment.limits

    return guard<Operator, SigningIn, AccessTokens | Deployment | Operators | Organizations>({
      envelope: signInProblems,
      limits,
      deployment,
      authenticate: ({ headers }, _endpoint, proceed) =>
        Effect.flatMap(identifyOperator(headers["authorization"]), proceed),
      uses: ({ id }) => [{ policy: operatorWrites, subject: String(id) }],
      admit: (_operator, _endpoint, request) =>
        isSameOrigin(request, deployment.publicUrl) ? undefined : new OriginRefused(),
      provide: (context, operator) => Context.add(context, SigningIn, operator),
      invalid: problemOfRequest
    })
  })
)
