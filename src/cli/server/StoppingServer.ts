import { IncomingMessage, Server, type ServerOptions, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { FailureInstance } from "../../domain/shared/Failure.ts"
import { failureResponse, type Envelope } from "../../http/surface/Envelope.ts"
import { emptyFacts } from "../../http/surface/RequestFacts.ts"
import { requestIdHeader } from "../../http/surface/requestId.ts"
import { safetyHeaders } from "../../http/surface/safetyHeaders.ts"
import { RequestInvalid, ServiceUnavailable } from "../../http/surface/transportFailures.ts"
import { headWithoutUpgrade } from "./headWithoutUpgrade.ts"
import { identityOf } from "./identityOf.ts"
import { pathOf } from "./pathOf.ts"
import { Pipeline } from "./Pipeline.ts"
import type { RecordRefusal } from "./recordRefusals.ts"

const hostInvalid = new RequestInvalid({
  issues: [{ field: "host", in: "header", message: "HTTP/1.1 requests must have one Host header" }]
})

/** Whether a request has exactly one Host header (RFC 9112 section 3.2); Node joins repeated headers with commas. */
const hasOneHost = ({ headers: { host }, rawHeaders }: IncomingMessage): boolean =>
  host !== undefined &&
  (!host.includes(",") ||
    rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length === 1)

const asksForUpgrade = ({ headers: { connection = "", upgrade } }: IncomingMessage): boolean =>
  upgrade !== undefined && /\bupgrade\b/i.test(connection)

/** How long a half-closed connection stays open, so that the client can still read its response. */
const halfOpenMillis = 3000

/** The probe from which load balancers learn that the process is shutting down. */
const readiness = "/readyz"

/** How the server refuses a request, and where it records that. */
interface Refusing {
  readonly envelopeOf: (path: string) => Envelope
  readonly record: RecordRefusal
}

/**
 * An HTTP server that stops gracefully. For `graceMillis` it keeps serving, also on new connections, while every
 * response announces the end of its connection and the readiness probe fails; then in-flight requests finish and new
 * ones are refused. Refusals, including those of requests without exactly one Host header, use the envelope of the
 * path's surface (RFC 9112 section 3.2, GEN-006). Half-closed connections still get their response. Requests to upgrade
 * the connection are processed as if they had not asked for it (GEN-011).
 */
export class StoppingServer extends Server {
  /** Read by Node: the server's half of a connection stays open when the client closes its own. */
  readonly httpAllowHalfOpen = true
  readonly #envelopeOf: (path: string) => Envelope
  readonly #record: RecordRefusal
  readonly #graceMillis: number
  readonly #connections = new Map<Socket, Pipeline>()
  #phase: "serving" | "draining" | "stopping" = "serving"

  constructor(options: ServerOptions & { readonly graceMillis: number }, { envelopeOf, record }: Refusing) {
    // Node's own refusal has no body.
    super({
      ...options,
      requireHostHeader: false,
      shouldUpgradeCallback: ({ socket }) => this.#connections.get(socket)?.isIdle === true
    })
    this.#envelopeOf = envelopeOf
    this.#record = record
    this.#graceMillis = options.graceMillis
    // Node closes connections to upgrade if there is no listener; `emit` decides what happens instead.
    this.on("upgrade", () => undefined)
    this.on("connection", (socket) => {
      if (this.#connections.has(socket)) return
      this.#connections.set(socket, new Pipeline(socket))
      socket.once("close", () => this.#connections.delete(socket))
      socket.once("end", () => {
        const timeout = setTimeout(() => socket.destroy(), halfOpenMillis).unref()
        socket.once("close", () => clearTimeout(timeout))
      })
    })
  }

  /** Responds with a failure in the envelope of the path's surface and closes the connection. */
  refuse(request: IncomingMessage, response: ServerResponse, failure: FailureInstance) {
    const facts = { ...emptyFacts, ...identityOf(request) }
    const { body, headers, status } = failureResponse(this.#envelopeOf(facts.path), failure, facts, Date.now())
    this.#record({ requestId: facts.id, method: facts.method, status })
    response.shouldKeepAlive = false
    response.writeHead(status, { ...headers, ...safetyHeaders, [requestIdHeader]: facts.id, connection: "close" })
    response.end(body._tag === "Uint8Array" ? body.body : "")
  }

  #refusalOf(request: IncomingMessage): FailureInstance | undefined {
    if (this.#phase === "stopping") return new ServiceUnavailable()
    if (this.#phase === "draining" && pathOf(request) === readiness) return new ServiceUnavailable()
    return request.httpVersion === "1.1" && !hasOneHost(request) ? hostInvalid : undefined
  }

  /**
   * Reads a request to upgrade again, by a new parser and as an ordinary request. After such a request Node's parser
   * would report no error until the head of the next one is complete, and would lose what arrived together with it.
   */
  #readAgain(request: IncomingMessage, socket: Socket, rest: Uint8Array) {
    // Before Node 24.9 the server cannot choose which requests it reads again.
    if (this.#connections.get(socket)?.isIdle !== true) return socket.destroy()
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest]))
    return super.emit("connection", socket)
  }

  override emit(event: string, ...args: Array<unknown>): boolean {
    if (event === "upgrade") {
      const [request, socket, rest] = args
      if (request instanceof IncomingMessage && socket instanceof Socket && rest instanceof Uint8Array) {
        this.#readAgain(request, socket, rest)
      }
      return true
    }
    if (event === "request" || event === "checkContinue") {
      const [request, response] = args
      if (request instanceof IncomingMessage && response instanceof ServerResponse) {
        const failure = this.#refusalOf(request)
        const start =
          failure === undefined ? () => super.emit(event, ...args) : () => this.refuse(request, response, failure)
        // It follows unanswered requests, so it was not read again.
        if (asksForUpgrade(request)) response.shouldKeepAlive = false
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

  /** Closes connections as soon as they are idle; Node alone would keep those open that were busy when it closed. */
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
