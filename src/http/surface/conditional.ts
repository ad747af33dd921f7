import { Option } from "effect"
import { Headers, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { OpenApi } from "effect/http-api"
import { createHash } from "node:crypto"

/** The validator of a representation: strong, because it is of the bytes that are sent (RFC 9110 section 8.8.3). */
const entityTag = (bytes: Uint8Array) => `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`

const quoted = /"[\x21\x23-\x7e\x80-\xff]*"/g

/** Whether the client has what `tag` names; a weak validator counts as well, whatever else is in the list (RFC 9110 section 13.1.2). */
const isKnown = (ifNoneMatch: string, tag: string) =>
  ifNoneMatch === "*" || ifNoneMatch.match(quoted)?.includes(tag) === true

/**
 * The answer to a read that may be kept and asked for again: a success says for how long (`cacheControl`) and what it
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
    const asked = Option.getOrUndefined(Headers.get(request.headers, "if-none-match"))
    return asked !== undefined && isKnown(asked, tag)
      ? HttpServerResponse.empty({ status: 304, headers })
      : HttpServerResponse.setHeaders(response, headers)
  }

const text = (description: string, example: string) => ({ description, schema: { type: "string" }, example })

/** Annotation: the endpoint's answers pass through `conditional`, for its document. */
export const answersConditionally = (cacheControl: string) => {
  const headers = {
    "Cache-Control": text("How long the answer may be kept, by whomever", cacheControl),
    ETag: text("What the body is: the same text, the same bytes", '"C4cVNN0mNMgM2vW3mT0PvRZTnqE"')
  }
  const parameter = {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "ETags the client has, or `*`: with the current one among them the answer is 304",
    schema: { type: "string" }
  }
  const documented = (operation: { readonly [name: string]: unknown }) => {
    const parameters = operation["parameters"]
    const responses = Object(operation["responses"])
    return {
      ...operation,
      parameters: [...(Array.isArray(parameters) ? parameters : []), parameter],
      responses: {
        ...responses,
        "200": { ...Object(responses["200"]), headers },
        "304": { description: "The client has it already; without a body", headers }
      }
    }
  }
  return OpenApi.annotations({ transform: documented })
}
