import { Predicate } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { envelopeFor } from "../../http/surface/SurfaceRoutes.ts"
import { unreadable } from "../../http/surface/unreadable.ts"
import { systemEnvelope } from "../../http/system/systemEnvelope.ts"
import { everySurface } from "./application.ts"
import { identityOf } from "./identityOf.ts"
import type { RecordRefusal } from "./recordRefusals.ts"
import { StoppingServer } from "./StoppingServer.ts"

const envelopeOf = envelopeFor(everySurface, systemEnvelope)
const explain = unreadable(envelopeOf)

const textOf = (error: Error, name: string) => {
  const value: unknown = Reflect.get(error, name)
  return Predicate.isString(value) ? value : undefined
}

const bytesOf = (error: Error, name: string) => {
  const value: unknown = Reflect.get(error, name)
  return value instanceof Uint8Array ? value : undefined
}

/**
 * Disables Node's content length check. Responses are written in one piece with their length, so the check is
 * superfluous, and it makes Node write head and body separately, which dominates the cost of a small response.
 */
class WholeResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  static {
    Object.defineProperty(this.prototype, "strictContentLength", { get: () => false, set: () => {} })
  }
}

/**
 * How long a refused client has to read the response; if the socket were closed immediately, it would see a reset
 * instead.
 */
const lingerMillis = 500

/** The first response on a connection that is still to be finished. */
const currentResponse = (socket: Duplex): ServerResponse | undefined =>
  Predicate.hasProperty(socket, "_httpMessage") && socket._httpMessage instanceof ServerResponse
    ? socket._httpMessage
    : undefined

/** Whether the last request on a connection has not arrived completely. */
const isReading = (socket: Duplex): boolean =>
  Predicate.hasProperty(socket, "parser") &&
  Predicate.hasProperty(socket.parser, "incoming") &&
  socket.parser.incoming instanceof IncomingMessage &&
  !socket.parser.incoming.complete

/** Connections on which a refusal waits for earlier responses. */
const waiting = new WeakSet<Duplex>()

/** Ends a connection and gives the client time to read what it was sent. */
const hangUp = (socket: Duplex, text = "") => {
  socket.end(text)
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}

const refuse = (error: Error, socket: Duplex, record: RecordRefusal) => {
  const code = textOf(error, "code")
  if (socket.writableEnded) return
  const current = currentResponse(socket)
  // Within a response that has begun, a second one would be read as part of its body.
  const isResponding = current?.headersSent && !current.writableEnded
  if (code === "ECONNRESET" || !socket.writable || isResponding) {
    socket.destroy()
    return
  }
  // It is the rest of a request that has its response, and a second one would be taken for that of the next request.
  if (current === undefined && isReading(socket)) {
    hangUp(socket)
    return
  }
  // What cannot be read follows a whole request, whose own response comes first (RFC 9112 section 9.3.2).
  if (current?.req.complete) {
    if (waiting.has(socket)) return
    waiting.add(socket)
    current.once("close", () => {
      waiting.delete(socket)
      refuse(error, socket, record)
    })
    return
  }
  const request = current === undefined ? undefined : identityOf(current.req)
  const { requestId, status, text } = explain({ code, packet: bytesOf(error, "rawPacket"), request }, Date.now())
  record({ requestId, method: request?.method ?? "unknown", status })
  hangUp(socket, text)
}

/**
 * Maximum size of URL and headers in bytes, twice Node's default, so that endpoints can validate long parameters
 * themselves.
 */
const maxHeaderSize = 32_768

interface ServerSettings {
  readonly graceMillis?: number
  readonly record: RecordRefusal
}

/**
 * The HTTP server of all surfaces. It cuts off slow senders (handlers are bounded by the surfaces' deadline), never
 * upgrades a connection (GEN-011), responds to unreadable requests in the surface's envelope (GEN-006), ignores unknown
 * expectations, and joins repeated headers so that a second credential is not silently dropped. When closed, it keeps
 * serving for `graceMillis`.
 */
export const makeServer = ({ graceMillis = 0, record }: ServerSettings) => {
  const server = new StoppingServer(
    {
      graceMillis,
      maxHeaderSize,
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5000,
      joinDuplicateHeaders: true,
      ServerResponse: WholeResponse
    },
    { envelopeOf, record }
  )
  server.on("clientError", (error, socket) => refuse(error, socket, record))
  server.on("checkExpectation", (request, response) => {
    server.emit("request", request, response)
  })
  return server
}
