import { Option } from "effect"
import { Headers, type HttpServerRequest } from "effect/http"

/** A header of the request, by its lower-case name; undefined if it is absent. */
export const headerOf = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">, name: string) =>
  Option.getOrUndefined(Headers.get(headers, name))
