import { ByteSize, Effect, Fiber, Result } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import { headerOf } from "./headerOf.ts"
import { BodyMalformed, BodyTooLarge, ContentTypeUnsupported } from "./transportFailures.ts"

/** No schema needs deeper nesting; the bound limits the cost of walking a value. */
const maxDepth = 32

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Why a JSON text is refused although `JSON.parse` accepts it: a duplicate name in an object (parsers disagree on which
 * one wins), nesting deeper than 32 levels, a NUL or a lone surrogate in a string (no store can hold them).
 */
export const jsonIssue = (text: string): string | undefined => {
  const names: Array<Set<string> | undefined> = []
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x7b || char === 0x5b) {
      names.push(char === 0x7b ? new Set() : undefined)
      if (names.length > maxDepth) return `Nested deeper than ${maxDepth} levels`
    } else if (char === 0x7d || char === 0x5d) {
      names.pop()
    } else if (char === 0x22) {
      const start = i
      let isEscaped = false
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) {
        if (text.charCodeAt(i) !== 0x5c) continue
        isEscaped = true
        i++
      }
      const value: unknown = isEscaped ? JSON.parse(text.slice(start, i + 1)) : text.slice(start + 1, i)
      if (typeof value !== "string") continue
      if (value.includes("\0")) return "A string contains a NUL character"
      if (!value.isWellFormed()) return "A string contains a lone surrogate"
      if (isName(text, i + 1)) {
        const seen = names.at(-1)
        if (seen?.has(value)) return "An object contains a duplicate name"
        seen?.add(value)
      }
    }
  }
  return undefined
}

const isName = (text: string, from: number): boolean => {
  for (let i = from; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x3a) return true
    if (char !== 0x20 && char !== 0x09 && char !== 0x0a && char !== 0x0d) return false
  }
  return false
}

/** Whether a content type is JSON in UTF-8; other parameters have no meaning for JSON (RFC 8259, section 11). */
export const isJson = (contentType: string): boolean => {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";")
  const charsets = parameters.filter((parameter) => /^\s*charset\s*=/.test(parameter))
  return (
    type.trim() === "application/json" &&
    charsets.every((charset) => /^\s*charset\s*=\s*(?:utf-8|"utf-8")\s*$/.test(charset))
  )
}

/** Reads in a separate fiber: interrupting the read itself closes the connection before a response can be sent. */
const readBody = (request: HttpServerRequest.HttpServerRequest, limitBytes: number) =>
  Effect.flatMap(Effect.forkDetach(request.arrayBuffer, { startImmediately: true }), Fiber.join).pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limitBytes))
  )

const bodyTooLarge = (error: HttpServerError.HttpServerError) =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"

const declaredBytes = (request: HttpServerRequest.HttpServerRequest): number =>
  Number(headerOf(request, "content-length") ?? 0)

/** Policy step: ignores any body, but still refuses one larger than `limitBytes`. */
export const ignoreBody = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limitBytes: number
) {
  if (declaredBytes(request) > limitBytes) return yield* new BodyTooLarge({ limitBytes })
  if (!("transfer-encoding" in request.headers)) return
  const arrival = yield* Effect.result(readBody(request, limitBytes))
  if (Result.isFailure(arrival) && bodyTooLarge(arrival.failure)) return yield* new BodyTooLarge({ limitBytes })
})

/** The raw bytes of a body of at most `limitBytes`; empty if there is none. */
export const acceptBytes = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limitBytes: number
) {
  if (declaredBytes(request) > limitBytes) return yield* new BodyTooLarge({ limitBytes })
  const bytes = yield* Effect.mapError(readBody(request, limitBytes), (error) =>
    bodyTooLarge(error) ? new BodyTooLarge({ limitBytes }) : new BodyMalformed({ reason: "The body is incomplete" })
  )
  return bytes.byteLength > limitBytes ? yield* new BodyTooLarge({ limitBytes }) : new Uint8Array(bytes)
})

/** Decodes UTF-8; fails with `BodyMalformed` on invalid bytes. */
export const textOfBytes = (bytes: Uint8Array) =>
  Effect.try({ try: () => utf8.decode(bytes), catch: () => new BodyMalformed({ reason: "The body is not UTF-8" }) })

/** Parses a JSON text; fails with `BodyMalformed` if it is invalid or `jsonIssue` refuses it. */
export const parseJson = Effect.fnUntraced(function* (text: string) {
  const value: unknown = yield* Effect.try({
    try: () => JSON.parse(text),
    catch: () => new BodyMalformed({ reason: "The body is not valid JSON" })
  })
  const issue = jsonIssue(text)
  return issue === undefined ? value : yield* new BodyMalformed({ reason: issue })
})

/**
 * Policy step: reads and parses a JSON body. Requires a JSON content type, at most `limitBytes`, UTF-8 and no
 * `jsonIssue`. An empty body is undefined, whatever its content type, which some clients send even without a body: the
 * endpoint's schema decides whether one is required (MEM-009).
 */
export const acceptJson = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limitBytes: number
) {
  const bytes = yield* acceptBytes(request, limitBytes)
  const contentType = headerOf(request, "content-type")
  if (bytes.byteLength === 0) return undefined
  if (contentType === undefined || !isJson(contentType)) return yield* new ContentTypeUnsupported()
  return yield* parseJson(yield* textOfBytes(bytes))
})
