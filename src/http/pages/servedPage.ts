import { Effect, Record } from "effect"
import { HttpServerResponse } from "effect/http"
import type { PageModel } from "../../domain/pages/PageModel.ts"
import type { GateRefusal, PageRenderer, RenderedPage } from "../../domain/pages/PageRenderer.ts"
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

interface PublicPage {
  readonly gate: null
  readonly responses: ReturnType<typeof responsesOf>
  /** Approximate memory use in bytes. */
  readonly size: number
}

interface MembersPage {
  readonly gate: {
    readonly programId: string | null
    /** For members of the program. */
    readonly body: EncodedBody
    /** For everyone else. */
    readonly refusals: Readonly<Record<GateRefusal, EncodedBody>>
  }
  readonly size: number
}

/** A page ready to be sent: to everyone, or only to members. */
export type ServedPage = PublicPage | MembersPage

const sizeOf = ({ br, gzip, identity }: EncodedBody) =>
  br.bytes.byteLength + gzip.bytes.byteLength + identity.bytes.byteLength

/** Renders and compresses a page once for all readers. */
export const servePage = Effect.fnUntraced(function* (
  renderer: PageRenderer["Service"],
  model: PageModel
): Effect.fn.Return<ServedPage> {
  const { enabled, programId } = model.memberGate
  const body = yield* encodePage(renderer.page(model), enabled ? privateHeaders : publicHeaders)
  if (!enabled) return { gate: null, responses: responsesOf(body), size: sizeOf(body) }
  const refusals = yield* Effect.all({
    unauthenticated: encodePage(renderer.gate(model, "unauthenticated"), privateHeaders),
    notEnrolled: encodePage(renderer.gate(model, "notEnrolled"), privateHeaders)
  })
  const size = sizeOf(body) + sizeOf(refusals.unauthenticated) + sizeOf(refusals.notEnrolled)
  return { gate: { programId, body, refusals }, size }
})
