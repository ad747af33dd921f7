import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { namesTag } from "../surface/conditional.ts"
import { type EncodedBody, encodingFor } from "../surface/encodedBody.ts"
import { headerOf } from "../surface/headerOf.ts"
import { contentType, type ServedPage } from "./servedPage.ts"

type Request = HttpServerRequest.HttpServerRequest

const encodingOf = (request: Request) => encodingFor(headerOf(request, "accept-encoding") ?? "") ?? "identity"

/** A response that caches must not store, in an encoding that the client accepts. */
export const noStoreResponse = (
  request: Request,
  body: EncodedBody,
  status: number,
  headers: Readonly<Record<string, string>> = {}
) => {
  const chosen = body[encodingOf(request)]
  const { ETag: _, ...rest } = chosen.headers
  return HttpServerResponse.uint8Array(chosen.bytes, { status, contentType, headers: { ...rest, ...headers } })
}

/** A public page, or 304 if the client already has it. */
export const publicResponse = (request: Request, { responses }: Extract<ServedPage, { readonly gate: null }>) => {
  const { notModified, page, tag } = responses[encodingOf(request)]
  const held = headerOf(request, "if-none-match")
  return held !== undefined && namesTag(held, tag) ? notModified : page
}
