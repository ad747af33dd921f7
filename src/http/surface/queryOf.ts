import type { HttpServerRequest } from "effect/http"

/**
 * The decoded query parameters of a request, in the order sent. Read from the URL that is routed, whose parameters the
 * endpoint decodes: `originalUrl` begins with the Host header, which may contain a `?` of its own.
 */
export const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): URLSearchParams => {
  const start = url.indexOf("?")
  // With its `?`, of which the parser drops one: another one is part of the first name, as it is for the endpoint.
  return new URLSearchParams(start === -1 ? "" : url.slice(start))
}
