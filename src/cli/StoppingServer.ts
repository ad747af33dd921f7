import { Context } from "effect"
import { IncomingMessage, Server, type ServerOptions, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { FailureInstance } from "../domain/shared/Failure.ts"
import { failureResponse, type Envelope } from "../http/surface/Envelope.ts"
import { httpMetrics } from "../http/surface/httpMetrics.ts"
import { requestIdHeader } from "../http/surface/requestId.ts"
import { safetyHeaders } from "../http/surface/safetyHeaders.ts"
import { RequestInvalid, ServiceUnavailable } from "../http/surface/transportFailures.ts"
import { Pipeline } from "./Pipeline.ts"
import { requestIdOf } from "./requestIdOf.ts"

const hostInvalid = new RequestInvalid({
  issues: [{ field: "host", in: "header", message: "HTTP/1.1 requests must have one Host header" }]
})

/** Whether a request has a Host header, and not two (RFC 9112 section 3.2): Node joins repeated headers by commas. */
const hasOneHost = ({ headers: { host }, rawHeaders }: IncomingMessage): boolean =>
  host !== undefined &&
  (!host.includes(",") ||
    rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length === 1)

/** How long a client that has sent its last byte is waited for: it may read its answer, or may be gone. */
const halfOpenMillis = 3000

/** The path of the probe by which balancers learn that the process leaves. */
const readiness = "/readyz"

const pathOf = ({ url = "/" }: IncomingMessage) => url.split("?")[0] ?? "/"

/**
 * An HTTP server that stops gracefully. For `graceMillis` it serves what comes, on new connections too, and each answer
 * announces the end of its connection, while its readiness probe fails; then requests in flight finish, and new ones are
 * refused. Refusals, including those of requests without exactly one Host header, use the envelope of the surface addressed
 * (RFC 9112 section 3.2, GEN-006). Clients that have closed their half of a connection get their answer.
 */
export class StoppingServer extends Server {
  /** Read by Node: a client that ends its half of the connection does not end the other one. */
  readonly httpAllowHalfOpen = true
  readonly #envelopeOf: (path: string) => Envelope
  readonly #graceMillis: number
  readonly #connections = new Map<Socket, Pipeline>()
  #phase: "serving" | "draining" | "stopping" = "serving"

  constructor(options: ServerOptions & { readonly graceMillis: number }, envelopeOf: (path: string) => Envelope) {
    // Node's own response has no body.
    super({ ...options, requireHostHeader: false })
    this.#envelopeOf = envelopeOf
    this.#graceMillis = options.graceMillis
    this.on("connection", (socket) => {
      this.#connections.set(socket, new Pipeline(socket))
      socket.once("close", () => this.#connections.delete(socket))
      socket.once("end", () => {
        const patience = setTimeout(() => socket.destroy(), halfOpenMillis).unref()
        socket.once("close", () => clearTimeout(patience))
      })
    })
  }

  /** Answers a request with a failure in the envelope of the surface addressed, and closes its connection. */
  refuse(request: IncomingMessage, response: ServerResponse, failure: FailureInstance) {
    const path = pathOf(request)
    const facts = {
      id: requestIdOf(request),
      method: request.method ?? "GET",
      path,
      address: "",
      startedAt: 0,
      route: undefined,
      traceId: undefined,
      quiet: false
    }
    const { body, headers, status } = failureResponse(this.#envelopeOf(path), failure, facts, Date.now())
    httpMetrics.requests
      .of({ route: "refused", method: facts.method, status: String(status) })
      .updateUnsafe(1, Context.empty())
    response.shouldKeepAlive = false
    response.writeHead(status, { ...headers, ...safetyHeaders, [requestIdHeader]: facts.id, connection: "close" })
    response.end(body._tag === "Uint8Array" ? body.body : "")
  }

  #objectionTo(request: IncomingMessage): FailureInstance | undefined {
    if (this.#phase === "stopping") return new ServiceUnavailable()
    if (this.#phase === "draining" && pathOf(request) === readiness) return new ServiceUnavailable()
    return request.httpVersion === "1.1" && !hasOneHost(request) ? hostInvalid : undefined
  }

  override emit(event: string, ...args: Array<unknown>): boolean {
    if (event === "request" || event === "checkContinue") {
      const [request, response] = args
      if (request instanceof IncomingMessage && response instanceof ServerResponse) {
        const failure = this.#objectionTo(request)
        const start =
          failure === undefined ? () => super.emit(event, ...args) : () => this.refuse(request, response, failure)
        const pipeline = this.#connections.get(request.socket)
        if (pipeline === undefined) start()
        else if (this.#phase === "draining") pipeline.enterAsLast(response, start)
        else pipeline.enter(response, start)
        return true
      }
    }
    return super.emit(event, ...args)
  }

  override close(callback?: (error?: Error) => void): this {
    if (this.#phase !== "serving") return super.close(callback)
    if (this.#graceMillis === 0) return this.#stop(callback)
    this.#phase = "draining"
    for (const pipeline of this.#connections.values()) pipeline.announceEnd()
    setTimeout(() => this.#stop(callback), this.#graceMillis)
    return this
  }

  /** Node keeps connections open that were busy when it closed; here they are closed as soon as they are idle. */
  #stop(callback?: (error?: Error) => void): this {
    this.#phase = "stopping"
    for (const [socket, { isUnused }] of this.#connections) if (isUnused) socket.destroy()
    const idle = setInterval(() => this.closeIdleConnections(), 50)
    return super.close((error) => {
      clearInterval(idle)
      callback?.(error)
    })
  }
}
