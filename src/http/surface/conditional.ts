import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { headerOf } from "./headerOf.ts"
import type { ApiHeader, ApiOperation } from "./documents/ApiDocument.ts"

/** The ETag of a body: a strong validator, because it is computed from the bytes (RFC 9110 section 8.8.3). */
export const entityTag = (bytes: Uint8Array) =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`

const quoted = /"[\x21\x23-\x7e\x80-\xff]*"/g

/** Whether an If-None-Match value lists `tag`, by weak comparison (RFC 9110 section 13.1.2). */
export const namesTag = (ifNoneMatch: string, tag: string) =>
  ifNoneMatch === "*" || ifNoneMatch.match(quoted)?.includes(tag) === true

/**
 * Makes a read cacheable: a success gets `cacheControl` and an `ETag`, or becomes a 304 without a body if the client
 * already has it. Any other response is not cacheable.
 */
export const conditional =
  (cacheControl: string) =>
  (
    request: HttpServerRequest.HttpServerRequest,
    response: HttpServerResponse.HttpServerResponse
  ): HttpServerResponse.HttpServerResponse => {
    const { body, status } = response
    if (status !== 200 || body._tag !== "Uint8Array") {
      return HttpServerResponse.setHeader(response, "Cache-Control", "no-store")
    }
    const tag = entityTag(body.body)
    const headers = { "Cache-Control": cacheControl, ETag: tag }
    const ifNoneMatch = headerOf(request, "if-none-match")
    return ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)
      ? HttpServerResponse.empty({ status: 304, headers })
      : HttpServerResponse.setHeaders(response, headers)
  }

const header = (description: string, example: string): ApiHeader => ({
  description,
  schema: { type: "string" },
  example
})

/** Documents an operation whose responses pass through `conditional`. */
export const conditionalOperation = (cacheControl: string) => {
  const headers = {
    "Cache-Control": header("How long any cache may store the response", cacheControl),
    ETag: header("Strong validator of the body", '"C4cVNN0mNMgM2vW3mT0PvRZTnqE"')
  }
  const ifNoneMatch = {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "ETags of cached responses, or `*`. Returns 304 if one of them is current.",
    schema: { type: "string" }
  } as const
  return (operation: ApiOperation): ApiOperation => ({
    ...operation,
    parameters: [...operation.parameters, ifNoneMatch],
    responses: {
      ...operation.responses,
      "200": { description: "Success", ...operation.responses["200"], headers },
      "304": { description: "Not modified; no body", headers }
    }
  })
}
