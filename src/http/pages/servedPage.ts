import { Effect, Record } from "effect"
import { HttpServerResponse } from "effect/http"
import type { PageModel } from "../../domain/pages/PageModel.ts"
import type { PageDoor, PageRenderer, RenderedPage } from "../../domain/pages/PageRenderer.ts"
import { type EncodedBody, encodeBody } from "../surface/encodedBody.ts"

/**
 * A page that is open to all may be kept by everyone and must be asked about each time: the answer is a 304 of some bytes,
 * and a page that goes offline is gone at once.
 */
const openHeaders = { "Cache-Control": "public, max-age=0, must-revalidate" }

/** What depends on who asks is kept by nobody. */
export const privateHeaders = { "Cache-Control": "private, no-store", Vary: "Accept-Encoding, Authorization" }

/** A rendered page as it goes over the wire. */
export const encodePage = ({ html, policy }: RenderedPage, headers: Readonly<Record<string, string>>) =>
  Effect.promise(() => encodeBody(html, { ...headers, "Content-Security-Policy": policy }))

export const contentType = "text/html; charset=utf-8"

/** What is answered to those who ask for an open page in one encoding. */
interface Answers {
  readonly tag: string
  readonly page: HttpServerResponse.HttpServerResponse
  /** To who has it already. */
  readonly known: HttpServerResponse.HttpServerResponse
}

/** Made once for all who will ask. */
const answersOf = (body: EncodedBody): Readonly<Record<keyof EncodedBody, Answers>> =>
  Record.map(body, ({ bytes, headers, tag }) => ({
    tag,
    page: HttpServerResponse.uint8Array(bytes, { contentType, headers }),
    known: HttpServerResponse.empty({ status: 304, headers })
  }))

/** A page ready to be sent: to everyone, or to members, with its doors beside it. */
export interface ServedPage {
  readonly body: EncodedBody
  readonly answers: ReturnType<typeof answersOf>
  readonly gate: { readonly programId: string | null; readonly doors: Readonly<Record<PageDoor, EncodedBody>> } | null
  /** Memory that it takes, roughly. */
  readonly size: number
}

const sizeOf = ({ br, gzip, identity }: EncodedBody) =>
  br.bytes.byteLength + gzip.bytes.byteLength + identity.bytes.byteLength

/** Renders and compresses a page, once for all who will read it. */
export const servePage = Effect.fnUntraced(function* (renderer: PageRenderer["Service"], model: PageModel) {
  const { enabled, programId } = model.memberGate
  const body = yield* encodePage(renderer.page(model), enabled ? privateHeaders : openHeaders)
  const answers = answersOf(body)
  if (!enabled) return { body, answers, gate: null, size: sizeOf(body) } satisfies ServedPage
  const doors = yield* Effect.all({
    unknown: encodePage(renderer.door(model, "unknown"), privateHeaders),
    stranger: encodePage(renderer.door(model, "stranger"), privateHeaders)
  })
  const size = sizeOf(body) + sizeOf(doors.unknown) + sizeOf(doors.stranger)
  return { body, answers, gate: { programId, doors }, size } satisfies ServedPage
})
