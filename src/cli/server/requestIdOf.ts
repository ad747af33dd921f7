import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { callersRequestId, requestIdHeader } from "../../http/surface/requestId.ts"

/** The id of a request that no surface handles: the caller's if it is valid, else a new one (GEN-013). */
export const requestIdOf = ({ headersDistinct }: IncomingMessage): string =>
  callersRequestId(headersDistinct[requestIdHeader]?.[0]) ?? randomUUID()
