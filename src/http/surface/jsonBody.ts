import { ByteSize, Effect, Fiber, Option, Result } from "effect"
import { Headers, HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import { BodyMalformed, BodyTooLarge, ContentTypeUnsupported } from "./transportFailures.ts"

/** Deeper nesting has no use here and would only cost time to walk. */
const maxDepth = 32

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * What makes a JSON text unusable although `JSON.parse` takes it: a name twice in one object (readers disagree on which
 * counts), nesting deeper than 32, a NUL or half a surrogate pair inside a string (no store can keep it).
 */
export const jsonObjection = (text: string): string | undefined => {
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
      if (value.includes("\0")) return "A string holds a NUL character"
      if (!value.isWellFormed()) return "A string holds half a surrogate pair"
      if (isName(text, i + 1)) {
        const seen = names.at(-1)
        if (seen?.has(value)) return "An object has one name twice"
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

/** Whether a content type says JSON in UTF-8. */
export const isJson = (contentType: string): boolean =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType.trim())

/** Read in a fiber of its own: interrupting the read ends the connection, and the client would get no answer. */
const arrivalOf = (request: HttpServerRequest.HttpServerRequest, limitBytes: number) =>
  Effect.flatMap(Effect.forkDetach(request.arrayBuffer, { startImmediately: true }), Fiber.join).pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limitBytes))
  )

const bodyTooLarge = (error: HttpServerError.HttpServerError) =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"

const declaredBytes = (request: HttpServerRequest.HttpServerRequest): number =>
  Number(Option.getOrElse(Headers.get(request.headers, "content-length"), () => 0))

/** Policy step: whatever the request carries is ignored, up to `limitBytes`. */
export const ignoreBody = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limitBytes: number
) {
  if (declaredBytes(request) > limitBytes) return yield* new BodyTooLarge({ limitBytes })
  if (!("transfer-encoding" in request.headers)) return
  const arrival = yield* Effect.result(arrivalOf(request, limitBytes))
  if (Result.isFailure(arrival) && bodyTooLarge(arrival.failure)) return yield* new BodyTooLarge({ limitBytes })
})

/** The bytes of a body as they came, within `limitBytes`; empty without one. */
export const acceptBytes = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limitBytes: number
) {
  if (declaredBytes(request) > limitBytes) return yield* new BodyTooLarge({ limitBytes })
  const bytes = yield* Effect.mapError(arrivalOf(request, limitBytes), (error) =>
    bodyTooLarge(error)
      ? new BodyTooLarge({ limitBytes })
      : new BodyMalformed({ reason: "The body did not arrive whole" })
  )
  return bytes.byteLength > limitBytes ? yield* new BodyTooLarge({ limitBytes }) : new Uint8Array(bytes)
})

/** UTF-8 text; anything else is refused. */
export const textOfBytes = (bytes: Uint8Array) =>
  Effect.try({ try: () => utf8.decode(bytes), catch: () => new BodyMalformed({ reason: "The body is not UTF-8" }) })

/** What a JSON text says, unless `jsonObjection` has one. */
export const parseJson = Effect.fnUntraced(function* (text: string) {
  const value: unknown = yield* Effect.try({
    try: () => JSON.parse(text),
    catch: () => new BodyMalformed({ reason: "The body is not valid JSON" })
  })
  const objection = jsonObjection(text)
  return objection === undefined ? value : yield* new BodyMalformed({ reason: objection })
})

/**
 * Policy step: the request has no body, or one this service can take: declared as JSON, within `limitBytes`, UTF-8,
 * without what `jsonObjection` names. Answers what it says. An empty body passes as undefined: endpoints say whether they
 * need one (MEM-009).
 */
export const acceptJson = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limitBytes: number
) {
  const bytes = yield* acceptBytes(request, limitBytes)
  const contentType = Option.getOrUndefined(Headers.get(request.headers, "content-type"))
  const isEmpty = bytes.byteLength === 0
  if (contentType === undefined ? !isEmpty : !isJson(contentType)) return yield* new ContentTypeUnsupported()
  return isEmpty ? undefined : yield* parseJson(yield* textOfBytes(bytes))
})
