import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Maximum number of concurrent requests per connection. Clients that do not pipeline have one. */
const maxInFlight = 8

interface Waiting {
  readonly response: ServerResponse
  readonly start: () => void
}

/**
 * The requests of one connection, in order of arrival. Node starts every request it has read, without a limit; this
 * runs at most 8 at once and pauses reading from the connection while others wait.
 */
export class Pipeline {
  readonly #waiting: Array<Waiting> = []
  readonly #resume: () => void
  readonly #pause: () => void
  #inFlight = 0
  #isPaused = false
  #hasEnded = false
  #last: ServerResponse | undefined

  constructor(socket: Socket) {
    const resume = socket.resume.bind(socket)
    // Node resumes the connection after each response and whenever a body is read.
    socket.resume = () => (this.#isPaused ? socket : resume())
    this.#resume = resume
    this.#pause = () => socket.pause()
  }

  /** Whether no request has arrived yet. */
  get isUnused(): boolean {
    return this.#last === undefined
  }

  /** Whether every request has been answered. */
  get isIdle(): boolean {
    return this.#inFlight === 0
  }

  /** Calls `start` as soon as fewer than 8 requests are in flight. */
  enter(response: ServerResponse, start: () => void): void {
    if (this.#isEnding) return
    this.#last = response
    if (this.#inFlight < maxInFlight) return this.#begin({ response, start })
    this.#waiting.push({ response, start })
    this.#isPaused = true
    this.#pause()
  }

  /**
   * Whether a response has announced that it is the connection's last: later requests are not processed (RFC 9112
   * section 9.6).
   */
  get #isEnding(): boolean {
    this.#hasEnded ||= this.#last !== undefined && this.#last.headersSent && !this.#last.shouldKeepAlive
    return this.#hasEnded
  }

  /**
   * Announces the end of the connection in the response to the last request, unless its headers have already been sent.
   */
  announceEnd(): void {
    if (this.#last !== undefined && !this.#last.headersSent) this.#last.shouldKeepAlive = false
  }

  /** `enter` for a request whose response announces the end of the connection, instead of the previous one's. */
  enterAsLast(response: ServerResponse, start: () => void): void {
    if (this.#isEnding) return
    if (this.#last !== undefined && !this.#last.headersSent) this.#last.shouldKeepAlive = true
    response.shouldKeepAlive = false
    this.enter(response, start)
  }

  #begin({ response, start }: Waiting): void {
    this.#inFlight++
    response.once("close", () => {
      this.#hasEnded ||= response.headersSent && !response.shouldKeepAlive
      this.#leave()
    })
    start()
  }

  #leave(): void {
    this.#inFlight--
    let next = this.#waiting.shift()
    // When a connection closes, the responses of waiting requests are destroyed.
    while (next?.response.destroyed || (next !== undefined && this.#hasEnded)) next = this.#waiting.shift()
    if (next !== undefined) this.#begin(next)
    // Resume even if the last request has just started: its body may not have been read yet.
    if (this.#isPaused && this.#waiting.length === 0) {
      this.#isPaused = false
      this.#resume()
    }
  }
}
