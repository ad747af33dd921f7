import type { HttpServerRequest } from "effect/http"

/** The decoded query parameters of a request, in the order sent. */
export const queryOf = (request: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const start = request.originalUrl.indexOf("?")
  return new URLSearchParams(start === -1 ? "" : request.originalUrl.slice(start + 1))
}
