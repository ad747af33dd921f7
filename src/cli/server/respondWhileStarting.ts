import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { requestIdHeader } from "../../http/surface/requestId.ts"
import { safetyHeaders } from "../../http/surface/safetyHeaders.ts"
import { ServiceUnavailable } from "../../http/surface/transportFailures.ts"
import { pathOf } from "./pathOf.ts"
import { requestIdOf } from "./requestIdOf.ts"
import type { StoppingServer } from "./StoppingServer.ts"

/**
 * Responds on behalf of a service that is still starting: alive on `/livez` (GEN-012), unavailable everywhere else.
 * Without it, requests would hang. Run the returned effect to stop.
 */
export const respondWhileStarting = (server: StoppingServer): Effect.Effect<void> => {
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    if (pathOf(request) === "/livez") {
      const id = { [requestIdHeader]: requestIdOf(request) }
      const headers = { "content-type": "application/json", "cache-control": "no-store", ...id }
      response.writeHead(200, { ...headers, ...safetyHeaders })
      response.end(JSON.stringify({ status: "ok" }))
    } else server.refuse(request, response, new ServiceUnavailable())
  }
  server.on("request", respond)
  return Effect.sync(() => server.off("request", respond))
}
