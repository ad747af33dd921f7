import type { HttpServerRequest } from "effect/http"

/** The decoded query parameters of a request, in the order sent. */
export const queryOf = ({ originalUrl }: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const start = originalUrl.indexOf("?")
  // With its `?`, of which the parser drops one: another one is part of the first name, as it is for the endpoint.
  return new URLSearchParams(start === -1 ? "" : originalUrl.slice(start))
}
