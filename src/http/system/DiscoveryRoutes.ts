import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { AssistantUnconfigured } from "../../domain/assistants/AssistantErrors.ts"
import { assistantScopes } from "../../domain/assistants/assistantScopes.ts"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { plainRoute } from "./plainRoute.ts"

const path = "/.well-known/oauth-protected-resource"

/** The assistant endpoint's protected resource metadata: issuer, resource and scopes (RFC 9728 section 2, INT-035). */
const metadata = Effect.gen(function* () {
  const { assistant } = yield* Deployment
  if (assistant === undefined) return yield* new AssistantUnconfigured()
  const document = {
    resource: assistant.resource,
    authorization_servers: [assistant.issuer],
    scopes_supported: assistantScopes,
    bearer_methods_supported: ["header"]
  }
  return HttpServerResponse.text(JSON.stringify(document), {
    contentType: "application/json",
    headers: { "Cache-Control": "public, max-age=300" }
  })
})

/**
 * Serves the metadata at the root of the host, and also with the endpoint's path appended, where clients look first
 * (A-49, INT-037).
 */
export const DiscoveryRoutes = Layer.mergeAll(
  plainRoute("GET", path, metadata),
  plainRoute("GET", `${path}/api/operator-mcp`, metadata)
)
