import { HttpServerError, type HttpServerRequest } from "effect/http"

/** That the service has no such route, told in the shape of the path's own surface. */
export const noRoute = (request: HttpServerRequest.HttpServerRequest) =>
  new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) })
