import { Context } from "effect"
import { randomUUID } from "node:crypto"
import { IncomingMessage, Server, type ServerOptions, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { FailureInstance } from "../domain/shared/Failure.ts"
import { answer, type Envelope } from "../http/surface/Envelope.ts"
import { httpMetrics } from "../http/surface/httpMetrics.ts"
import { RequestInvalid, ServiceUnavailable } from "../http/surface/transportFailures.ts"

const hostMissing = new RequestInvalid({
  issues: [{ field: "host", in: "header", message: "HTTP/1.1 requests must have a Host header" }]
})

/**
 * An HTTP server that stops gracefully: requests in flight finish, and new ones are refused, on kept-alive connections
 * too. Refusals, including those of requests without a Host header, use the envelope of the surface addressed (RFC 9112
 * section 3.2, GEN-006).
 */
export class StoppingServer extends Server {
  readonly #envelopeOf: (path: string) => Envelope
  /** Connections without a request so far, which Node does not count as idle. */
  readonly #unused = new Set<Socket>()
  #isStopping = false

  constructor(options: ServerOptions, envelopeOf: (path: string) => Envelope) {
    // Node's own response has no body.
    super({ ...options, requireHostHeader: false })
    this.#envelopeOf = envelopeOf
    this.on("connection", (socket) => {
      this.#unused.add(socket)
      socket.once("close", () => this.#unused.delete(socket))
    })
  }

  /** Answers a request with a failure in the envelope of the surface addressed, and closes its connection. */
  refuse(request: IncomingMessage, response: ServerResponse, failure: FailureInstance) {
    const [path = "/"] = (request.url ?? "/").split("?")
    const facts = {
      id: randomUUID(),
      method: request.method ?? "GET",
      path,
      address: "",
      startedAt: 0,
      route: undefined,
      traceId: undefined,
      quiet: false
    }
    const { body, headers, status } = answer(this.#envelopeOf(path), failure, facts, Date.now())
    httpMetrics.requests
      .of({ route: "refused", method: facts.method, status: String(status) })
      .updateUnsafe(1, Context.empty())
    response.writeHead(status, { ...headers, "x-request-id": facts.id, connection: "close" })
    response.end(body._tag === "Uint8Array" ? body.body : "")
  }

  override emit(event: string, ...args: Array<unknown>): boolean {
    if (event === "request" || event === "checkContinue") {
      const [request, response] = args
      if (request instanceof IncomingMessage && response instanceof ServerResponse) {
        this.#unused.delete(request.socket)
        const failure = this.#isStopping
          ? new ServiceUnavailable()
          : request.headers.host === undefined && request.httpVersion === "1.1"
            ? hostMissing
            : undefined
        if (failure !== undefined) {
          this.refuse(request, response, failure)
          return true
        }
      }
    }
    return super.emit(event, ...args)
  }

  /** Node keeps connections open that were busy when it closed; here they are closed as soon as they are idle. */
  override close(callback?: (error?: Error) => void): this {
    this.#isStopping = true
    for (const socket of this.#unused) socket.destroy()
    const idle = setInterval(() => this.closeIdleConnections(), 50)
    return super.close((error) => {
      clearInterval(idle)
      callback?.(error)
    })
  }
}
