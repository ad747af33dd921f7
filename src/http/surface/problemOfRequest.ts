import { Option } from "effect"
import { Headers, type HttpServerRequest } from "effect/http"
import type { RequestIssues, RequestPart } from "./requestIssues.ts"
import {
  BodyInvalid,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  ParameterInvalid,
  ParameterMissing
} from "./RequestErrors.ts"

const header = "Idempotency-Key"

const parametersOf = (request: HttpServerRequest.HttpServerRequest) => {
  const start = request.url.indexOf("?")
  return new URLSearchParams(start === -1 ? "" : request.url.slice(start))
}

/** The failure for a request that does not decode. Missing and invalid input have different codes (HUB-089). */
export const problemOfRequest = (
  part: RequestPart,
  found: RequestIssues,
  request: HttpServerRequest.HttpServerRequest
) => {
  if (part === "body") return new BodyInvalid(found)
  if (part === "header") {
    const issues = found.issues.map((issue) => ({ ...issue, field: header }))
    const sent = Option.getOrElse(Headers.get(request.headers, header), () => "")
    return sent === "" ? new IdempotencyKeyMissing({ issues }) : new IdempotencyKeyInvalid({ issues })
  }
  // A path that has been routed has all of its parameters.
  if (part === "path") return new ParameterInvalid(found)
  const sent = parametersOf(request)
  return found.issues.every(({ field }) => !sent.has(field)) ? new ParameterMissing(found) : new ParameterInvalid(found)
}
