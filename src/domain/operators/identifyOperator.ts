import { Effect, Option } from "effect"
import { AccessTokens } from "../access/AccessTokens.ts"
import { bearerToken } from "../access/bearerToken.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { Deployment } from "../shared/Deployment.ts"
import { SignInRefused, TokenMissing } from "./OperatorErrors.ts"
import { Operators } from "./Operators.ts"

/**
 * The operator who presents an access token to sign in (INT-046). Refused if the token states another organization than
 * the operator's own, or if the subject is unknown or deactivated.
 */
export const identifyOperator = Effect.fnUntraced(function* (authorization: string | undefined) {
  if (authorization === undefined) return yield* new TokenMissing()
  const token = bearerToken(authorization)
  if (token === undefined) return yield* new SignInRefused()
  const claims = yield* AccessTokens.use((tokens) => tokens.verify("operator", token)).pipe(
    Effect.catchTag("TokenRefused", () => Effect.fail(new SignInRefused()))
  )
  const stored = yield* Operators.use((operators) => operators.find(claims.subject))
  if (Option.isNone(stored) || stored.value.status !== "active") return yield* new SignInRefused()
  const operator = stored.value
  const claimed = claims.organization
  if (claimed !== undefined && operator.organizationId !== null) {
    const { identityProviderName } = yield* Deployment
    const organization = yield* Organizations.use((all) => all.findByIdentity(identityProviderName, claimed))
    if (Option.isNone(organization) || organization.value.id !== operator.organizationId) {
      return yield* new SignInRefused()
    }
  }
  return operator
})
