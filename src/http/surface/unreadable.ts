import { Schema } from "effect"
import { randomUUID } from "node:crypto"
import { STATUS_CODES } from "node:http"
import type { Failure } from "../../domain/shared/Failure.ts"
import type { Envelope } from "./Envelope.ts"
import { emptyFacts, type RequestFactsShape } from "./RequestFacts.ts"
import { safetyHeaders } from "./safetyHeaders.ts"
import { HeadTooLarge } from "./transportFailures.ts"

/** What Node reports when its HTTP parser gives up. */
export interface ParserFailure {
  /** Node's error code, such as `HPE_HEADER_OVERFLOW`. */
  readonly code: string | undefined
  /** The most recently received bytes. */
  readonly packet: Uint8Array | undefined
  /** The request whose body could not be read; undefined if its head could not. */
  readonly request: Pick<RequestFactsShape, "id" | "method" | "path"> | undefined
}

/** Bytes that are not an HTTP request, or a request that never arrives completely. */
class RequestUnreadable extends Schema.TaggedError<RequestUnreadable>()("RequestUnreadable", { why: Schema.String }) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "malformed_request",
    title: "The request is not valid HTTP"
  }
  override get message() {
    return this.why
  }
}

interface Refusal {
  readonly status: number
  readonly failure: Failure
  readonly why: string
}

const malformed: Refusal = {
  status: 400,
  failure: RequestUnreadable.failure,
  why: "The request is not valid HTTP/1.1"
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    failure: HeadTooLarge.failure,
    why: new HeadTooLarge().message
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    failure: { kind: "invalid", code: "chunk_extensions_too_large", title: "The chunk extensions are too large" },
    why: "The chunk extensions exceed the limit of 16 KiB"
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    failure: { kind: "invalid", code: "request_timeout", title: "The request took too long to arrive" },
    why: "The request did not arrive in time"
  }
}

const requestLine = /^[A-Z]+ (\/[^\s?]*)/

/** The path, if the most recent bytes contain a request line; a long request arrives in several packets. */
const pathOf = (packet: Uint8Array | undefined) =>
  requestLine.exec(Buffer.from(packet?.subarray(0, 2048) ?? []).toString("latin1"))?.[1] ?? "/"

/** A raw HTTP response, with its status and the request id that it carries. */
interface RawResponse {
  readonly requestId: string
  readonly status: number
  readonly text: string
}

/**
 * The response to bytes that Node could not parse, in the envelope of the intended surface if the request or its path is
 * known, else of the fallback (GEN-006, GEN-007, GEN-013). `now` is in epoch milliseconds.
 */
export const unreadable =
  (envelopeOf: (path: string) => Envelope) =>
  ({ code, packet, request: known }: ParserFailure, now: number): RawResponse => {
    const { failure: declared, status, why } = (code === undefined ? undefined : refusals[code]) ?? malformed
    const request = { ...emptyFacts, ...(known ?? { id: randomUUID(), path: pathOf(packet) }) }
    const envelope = envelopeOf(request.path)
    const failure = { ...declared, code: envelope.code(declared) }
    const error = new RequestUnreadable({ why })
    const body = JSON.stringify(envelope.body({ error, failure, status, facts: undefined, request, now }))
    const text = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      `Content-Type: ${envelope.contentType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${request.id}`,
      `Date: ${new Date(now).toUTCString()}`,
      "Cache-Control: no-store",
      ...Object.entries(safetyHeaders).map(([name, value]) => `${name}: ${value}`),
      "Connection: close",
      "",
      body
    ].join("\r\n")
    return { requestId: request.id, status, text }
  }
