import type { IncomingMessage } from "node:http"
import { pathOf } from "./pathOf.ts"
import { requestIdOf } from "./requestIdOf.ts"

/** What identifies a request that no surface handles, in its response and in the log (GEN-013). */
export const identityOf = (request: IncomingMessage) => ({
  id: requestIdOf(request),
  method: request.method ?? "unknown",
  path: pathOf(request)
})
