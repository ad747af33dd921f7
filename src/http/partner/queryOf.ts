import type { HttpServerRequest } from "effect/http"

/** The query of a request, decoded, in the order sent. */
export const queryOf = (request: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const start = request.originalUrl.indexOf("?")
  return new URLSearchParams(start === -1 ? "" : request.originalUrl.slice(start + 1))
}
