import { Context } from "effect"
import { type HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"
import type { AccessTokens } from "../../domain/access/AccessTokens.ts"
import type { Operator } from "../../domain/operators/Operator.ts"
import type { Operators } from "../../domain/operators/Operators.ts"
import type { Organizations } from "../../domain/organizations/Organizations.ts"
import type { Deployment } from "../../domain/shared/Deployment.ts"
import { declaredAll } from "../surface/Envelope.ts"
import { tokenFailures } from "./policyFailures.ts"
import { problems } from "./problem.ts"

/** The operator identified by the request's access token. */
export class SigningIn extends Context.Service<SigningIn, Operator>()("hub/http/operator/SigningIn") {}

/** The middleware of the sign-in: authentication by access token and the same-origin check (INT-046). */
export class SignInAccess extends HttpApiMiddleware.Service<
  SignInAccess,
  { provides: SigningIn; requires: AccessTokens | Deployment | Operators | Organizations }
>()("hub/http/operator/SignInAccess", {
  error: declaredAll(problems, tokenFailures),
  requiredForClient: true
}) {}

/** Whether an endpoint authenticates by access token instead of a session. */
export const signsIn = ({ middlewares }: HttpApiEndpoint.Top): boolean =>
  [...middlewares].some(({ key }) => key === SignInAccess.key)
