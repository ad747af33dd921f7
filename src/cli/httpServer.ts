import { Context, Predicate } from "effect"
import { randomUUID } from "node:crypto"
import { IncomingMessage, Server, type ServerOptions, ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { metrics } from "../domain/shared/metrics.ts"

/** Slow senders are cut off by the server itself; what a handler may take is the surfaces' deadline. */
const options: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
  // Node's own answer has no body; see `objectionTo`.
  requireHostHeader: false
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

const malformed: Refusal = { status: 400, code: "malformed_request", message: "The request is not valid HTTP" }
const hostMissing: Refusal = { status: 400, code: "malformed_request", message: "Send a Host header" }
const expectationUnknown: Refusal = { status: 417, code: "expectation_failed", message: "Only 100-continue is expected" }
const stopping: Refusal = { status: 503, code: "service_unavailable", message: "Stopping: send it again" }

const byError: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "headers_too_large", message: "Address and headers are too large" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: "payload_too_large", message: "Chunk extensions are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "request_timeout", message: "The request took too long to arrive" }
}

/** The plain shape of failures outside every surface, since no surface has seen the request (GEN-006). */
const answerTo = ({ code, message, status }: Refusal) => {
  const body = JSON.stringify({ statusCode: status, message, code })
  metrics.requests.of({ route: "refused", method: "", status: String(status) }).updateUnsafe(1, Context.empty())
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
      Connection: "close",
      "X-Request-ID": randomUUID()
    }
  }
}

const refuse = (response: ServerResponse, refusal: Refusal) => {
  const { body, headers } = answerTo(refusal)
  response.writeHead(refusal.status, headers).end(body)
}

const codeOf = (error: Error) =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" ? error.code : ""

/** An answer is already on its way there: another one would be taken for its rest. */
const isAnswering = (socket: Duplex) =>
  Predicate.hasProperty(socket, "_httpMessage") &&
  socket._httpMessage instanceof ServerResponse &&
  socket._httpMessage.headersSent

/** Long enough to read the answer before the connection goes, which it does with whatever is still unread. */
const lingerMillis = 500

const refused = new WeakSet<Duplex>()

const refuseConnection = (error: Error, socket: Duplex) => {
  if (refused.has(socket)) return
  if (!socket.writable || codeOf(error) === "ECONNRESET" || isAnswering(socket)) {
    socket.destroy()
    return
  }
  refused.add(socket)
  const refusal = byError[codeOf(error)] ?? malformed
  const { body, headers } = answerTo(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, "", body].join("\r\n"))
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}

/**
 * What is no HTTP gets a JSON answer too, and a server that stops lets requests under way finish and refuses others, on
 * connections that are kept open as well.
 */
class HubServer extends Server {
  #isStopping = false

  constructor() {
    super(options)
    this.on("clientError", refuseConnection)
    this.on("checkExpectation", (_request, response) => refuse(response, expectationUnknown))
  }

  /** RFC 9112 section 3.2: a request of HTTP/1.1 names its host. */
  #objectionTo(request: IncomingMessage): Refusal | undefined {
    if (this.#isStopping) return stopping
    return request.headers.host === undefined && request.httpVersion === "1.1" ? hostMissing : undefined
  }

  override emit(event: string, ...args: Array<unknown>): boolean {
    if (event === "request" || event === "checkContinue") {
      const [request, response] = args
      if (request instanceof IncomingMessage && response instanceof ServerResponse) {
        const objection = this.#objectionTo(request)
        if (objection !== undefined) {
          refuse(response, objection)
          return true
        }
      }
    }
    return super.emit(event, ...args)
  }

  /** Node leaves connections open that were busy when it closed; they go as soon as they are idle. */
  override close(callback?: (error?: Error) => void): this {
    this.#isStopping = true
    const idle = setInterval(() => this.closeIdleConnections(), 50)
    return super.close((error) => {
      clearInterval(idle)
      callback?.(error)
    })
  }
}

/** The HTTP server of the process; it listens to nothing yet. */
export const makeServer = (): Server => new HubServer()
