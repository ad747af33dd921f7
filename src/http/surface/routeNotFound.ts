import { HttpServerError, type HttpServerRequest } from "effect/http"

/** The router's own error for an unknown route; `outermost` encodes it in the envelope of the path's surface. */
export const routeNotFound = (request: HttpServerRequest.HttpServerRequest) =>
  new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) })
