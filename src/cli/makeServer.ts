import { Predicate } from "effect"
import { type IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { envelopeFor } from "../http/surface/SurfaceRoutes.ts"
import { unreadable } from "../http/surface/unreadable.ts"
import { systemEnvelope } from "../http/system/systemEnvelope.ts"
import { surfaces } from "./application.ts"
import { StoppingServer } from "./StoppingServer.ts"

const envelopeOf = envelopeFor(surfaces, systemEnvelope)
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
 * Answers here are whole texts with their length, so there is nothing to check while they are written; and what Node
 * checks it writes in two pieces, which is dearer than all that is done for a small answer.
 */
class WholeResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  static {
    Object.defineProperty(this.prototype, "strictContentLength", { get: () => false, set: () => {} })
  }
}

/** A client that was refused has this long to read why: cut off at once, it would see a reset instead. */
const lingerMillis = 500

/** An answer is on its way there already: another one would be taken for its rest. */
const isAnswering = (socket: Duplex) =>
  Predicate.hasProperty(socket, "_httpMessage") &&
  socket._httpMessage instanceof ServerResponse &&
  socket._httpMessage.headersSent

const refuse = (error: Error, socket: Duplex) => {
  const code = textOf(error, "code")
  if (socket.writableEnded) return
  if (code === "ECONNRESET" || !socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  socket.end(explain({ code, packet: bytesOf(error, "rawPacket") }, Date.now()))
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}

/**
 * The HTTP server under all surfaces. It cuts off slow senders (what a handler may take is the surfaces' deadline), never
 * changes the protocol of a connection (GEN-011), answers what it cannot read as the surfaces answer (GEN-006), treats an
 * expectation that it does not know as none, and joins repeated headers, so that none of two credentials is passed over.
 */
export const makeServer = () => {
  const server = new StoppingServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5000,
      joinDuplicateHeaders: true,
      ServerResponse: WholeResponse,
      shouldUpgradeCallback: () => false
    },
    envelopeOf
  )
  server.on("clientError", refuse)
  server.on("checkExpectation", (request, response) => {
    server.emit("request", request, response)
  })
  return server
}
