import type { HttpServerRequest } from "effect/http"
import { headerOf } from "./headerOf.ts"
import { queryOf } from "./queryOf.ts"
import type { RequestIssues, RequestPart } from "./requestIssues.ts"
import {
  BodyInvalid,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  ParameterInvalid,
  ParameterMissing
} from "./RequestErrors.ts"

/** The failure for an undecodable request. Missing and invalid input have different codes (HUB-089). */
export const problemOfRequest = (
  part: RequestPart,
  invalid: RequestIssues,
  request: HttpServerRequest.HttpServerRequest
) => {
  if (part === "body") return new BodyInvalid(invalid)
  if (part === "header") {
    const issues = invalid.issues.map((issue) => ({ ...issue, field: "Idempotency-Key" }))
    const value = headerOf(request, "idempotency-key") ?? ""
    return value === "" ? new IdempotencyKeyMissing({ issues }) : new IdempotencyKeyInvalid({ issues })
  }
  // The router only matches paths with all parameters, so none can be missing.
  if (part === "path") return new ParameterInvalid(invalid)
  const query = queryOf(request)
  return invalid.issues.every(({ field }) => !query.has(field))
    ? new ParameterMissing(invalid)
    : new ParameterInvalid(invalid)
}
