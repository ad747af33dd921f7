import { Effect, Record } from "effect"
import { HttpServerResponse } from "effect/http"
import type { PageModel } from "../../domain/pages/PageModel.ts"
import type { PageDoor, PageRenderer, RenderedPage } from "../../domain/pages/PageRenderer.ts"
import { type EncodedBody, encodeBody } from "../surface/encodedBody.ts"

/**
 * Any cache may store a public page but must revalidate it on each use: that costs only a small 304, and a page taken
 * offline disappears immediately.
 */
const publicHeaders = { "Cache-Control": "public, max-age=0, must-revalidate" }

/** Responses that depend on the caller must not be cached. */
export const privateHeaders = { "Cache-Control": "private, no-store", Vary: "Accept-Encoding, Authorization" }

/** Encodes a rendered page for sending. */
export const encodePage = ({ html, policy }: RenderedPage, headers: Readonly<Record<string, string>>) =>
  Effect.promise(() => encodeBody(html, { ...headers, "Content-Security-Policy": policy }))

export const contentType = "text/html; charset=utf-8"

/** The responses for a public page in one encoding. */
interface PageResponses {
  readonly tag: string
  readonly page: HttpServerResponse.HttpServerResponse
  /** For a client that already has the page. */
  readonly notModified: HttpServerResponse.HttpServerResponse
}

/** Made once for all requests. */
const responsesOf = (body: EncodedBody): Readonly<Record<keyof EncodedBody, PageResponses>> =>
  Record.map(body, ({ bytes, headers, tag }) => ({
    tag,
    page: HttpServerResponse.uint8Array(bytes, { contentType, headers }),
    notModified: HttpServerResponse.empty({ status: 304, headers })
  }))

/** A page ready to be sent; a members-only page includes the pages shown to everyone else. */
export interface ServedPage {
  readonly body: EncodedBody
  readonly responses: ReturnType<typeof responsesOf>
  readonly gate: { readonly programId: string | null; readonly doors: Readonly<Record<PageDoor, EncodedBody>> } | null
  /** Approximate memory use in bytes. */
  readonly size: number
}

const sizeOf = ({ br, gzip, identity }: EncodedBody) =>
  br.bytes.byteLength + gzip.bytes.byteLength + identity.bytes.byteLength

/** Renders and compresses a page once for all readers. */
export const servePage = Effect.fnUntraced(function* (renderer: PageRenderer["Service"], model: PageModel) {
  const { enabled, programId } = model.memberGate
  const body = yield* encodePage(renderer.page(model), enabled ? privateHeaders : publicHeaders)
  const responses = responsesOf(body)
  if (!enabled) return { body, responses, gate: null, size: sizeOf(body) } satisfies ServedPage
  const doors = yield* Effect.all({
    unknown: encodePage(renderer.door(model, "unknown"), privateHeaders),
    stranger: encodePage(renderer.door(model, "stranger"), privateHeaders)
  })
  const size = sizeOf(body) + sizeOf(doors.unknown) + sizeOf(doors.stranger)
  return { body, responses, gate: { programId, doors }, size } satisfies ServedPage
})
