import { Effect, Option } from "effect"
import { AccessTokens } from "../access/AccessTokens.ts"
import { bearerToken } from "../access/bearerToken.ts"
import { Deployment } from "../shared/Deployment.ts"
import { AssistantClients } from "./AssistantClients.ts"
import {
  AssistantClientRefused,
  AssistantOriginRefused,
  AssistantScopeMissing,
  AssistantTokenInvalid,
  AssistantTokenMissing,
  AssistantUnconfigured
} from "./AssistantErrors.ts"
import { assistantScopes } from "./assistantScopes.ts"

const [readScope] = assistantScopes

/** Scheme, host and port of a URL, as browsers send it. */
const originOf = (url: string) => new URL(url).origin

/**
 * The claims of an assistant host's token. Requires the configured issuer and this resource, no foreign `Origin`, a
 * host on the allowlist, and the read scope (INT-018 to INT-022, INT-025, INT-026, INT-030). The allowlist is read on
 * each request.
 */
export const identifyAssistant = Effect.fnUntraced(function* (headers: {
  readonly authorization: string | undefined
  readonly origin: string | undefined
}) {
  const { assistant } = yield* Deployment
  if (assistant === undefined) return yield* new AssistantUnconfigured()
  if (headers.authorization === undefined) return yield* new AssistantTokenMissing()
  const token = bearerToken(headers.authorization)
  if (token === undefined) return yield* new AssistantTokenInvalid({ reason: "not_accepted" })
  const claims = yield* AccessTokens.use(({ verify }) => verify("assistant", token)).pipe(
    Effect.catchTag("TokenRefused", ({ reason }) =>
      Effect.fail(new AssistantTokenInvalid({ reason: reason === "expired" ? reason : "not_accepted" }))
    )
  )
  if (headers.origin !== undefined && headers.origin !== originOf(assistant.resource)) {
    return yield* new AssistantOriginRefused()
  }
  const client = Option.getOrUndefined(yield* AssistantClients.use(({ find }) => find(claims.clientId)))
  if (client === undefined || !client.allowlisted) return yield* new AssistantClientRefused()
  if (!claims.scopes.includes(readScope)) return yield* AssistantScopeMissing.of(readScope)
  return { claims, provider: assistant.provider }
})
