import { Option } from "effect"
import { Headers, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import type { ApiHeader, ApiOperation } from "./ApiDocument.ts"

/** The validator of a body: strong, because it is computed from its bytes (RFC 9110 section 8.8.3). */
export const entityTag = (bytes: Uint8Array) =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`

const quoted = /"[\x21\x23-\x7e\x80-\xff]*"/g

/** Whether an If-None-Match lists `tag`, as a strong or a weak validator (RFC 9110 section 13.1.2). */
export const namesTag = (ifNoneMatch: string, tag: string) =>
  ifNoneMatch === "*" || ifNoneMatch.match(quoted)?.includes(tag) === true

/**
 * A cacheable answer to a read: a success says for how long (`cacheControl`) and what it
 * is (`ETag`), and is 304 without a body to who has it. Whatever else was answered is not to be kept.
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
    const ifNoneMatch = Option.getOrUndefined(Headers.get(request.headers, "if-none-match"))
    return ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)
      ? HttpServerResponse.empty({ status: 304, headers })
      : HttpServerResponse.setHeaders(response, headers)
  }

const header = (description: string, example: string): ApiHeader => ({
  description,
  schema: { type: "string" },
  example
})

/** A documented operation whose answers pass through `conditional`. */
export const conditionalOperation = (cacheControl: string) => {
  const headers = {
    "Cache-Control": header("How long the answer may be kept, by whomever", cacheControl),
    ETag: header("What the body is: the same text, the same bytes", '"C4cVNN0mNMgM2vW3mT0PvRZTnqE"')
  }
  const ifNoneMatch = {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "ETags the client has, or `*`: with the current one among them the answer is 304",
    schema: { type: "string" }
  } as const
  return (operation: ApiOperation): ApiOperation => ({
    ...operation,
    parameters: [...operation.parameters, ifNoneMatch],
    responses: {
      ...operation.responses,
      "200": { description: "Success", ...operation.responses["200"], headers },
      "304": { description: "The client has it already; without a body", headers }
    }
  })
}
