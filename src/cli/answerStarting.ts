import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { requestIdHeader } from "../http/surface/requestId.ts"
import { safetyHeaders } from "../http/surface/safetyHeaders.ts"
import { ServiceUnavailable } from "../http/surface/transportFailures.ts"
import { requestIdOf } from "./requestIdOf.ts"
import type { StoppingServer } from "./StoppingServer.ts"

/**
 * Answers for a service that is not built yet: it is alive (GEN-012), and everything else is unavailable. The result
 * ends that; until then a request would wait for an answer that nobody gives.
 */
export const answerStarting = (server: StoppingServer): Effect.Effect<void> => {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === "/livez") {
      const id = { [requestIdHeader]: requestIdOf(request) }
      const headers = { "content-type": "application/json", "cache-control": "no-store", ...id }
      response.writeHead(200, { ...headers, ...safetyHeaders })
      response.end(JSON.stringify({ status: "ok" }))
    } else server.refuse(request, response, new ServiceUnavailable())
  }
  server.on("request", answer)
  return Effect.sync(() => server.off("request", answer))
}
