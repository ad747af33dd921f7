import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Most requests of one connection that are at work at once. Clients that wait for each answer have one. */
const mostAtWork = 8

interface Waiting {
  readonly response: ServerResponse
  readonly start: () => void
}

/**
 * The requests of one connection, in the order of their arrival. Node begins all that it has read, without a limit; here
 * at most 8 are at work, and while others wait nothing more is read from the connection.
 */
export class Pipeline {
  readonly #waiting: Array<Waiting> = []
  readonly #resume: () => void
  readonly #pause: () => void
  #atWork = 0
  #isHeld = false
  #hasEnded = false
  #last: ServerResponse | undefined

  constructor(socket: Socket) {
    const resume = socket.resume.bind(socket)
    // Node resumes the connection after each response, and whenever a body is read.
    socket.resume = () => (this.#isHeld ? socket : resume())
    this.#resume = resume
    this.#pause = () => socket.pause()
  }

  /** Whether no request has come yet. */
  get isUnused(): boolean {
    return this.#last === undefined
  }

  /** Calls `start` now, or as soon as fewer than 8 requests are at work. */
  enter(response: ServerResponse, start: () => void): void {
    if (this.#isEnding) return
    this.#last = response
    if (this.#atWork < mostAtWork) return this.#begin({ response, start })
    this.#waiting.push({ response, start })
    this.#isHeld = true
    this.#pause()
  }

  /** Whether a response has said that the connection ends with it: what comes after it is not processed (RFC 9112, 9.6). */
  get #isEnding(): boolean {
    this.#hasEnded ||= this.#last !== undefined && this.#last.headersSent && !this.#last.shouldKeepAlive
    return this.#hasEnded
  }

  /** Says with the response to the last request, unless it is on its way, that the connection ends with it. */
  announceEnd(): void {
    if (this.#last !== undefined && !this.#last.headersSent) this.#last.shouldKeepAlive = false
  }

  /** As `announceEnd`, for the request that enters next: the one before it is no longer the last. */
  enterAsLast(response: ServerResponse, start: () => void): void {
    if (this.#isEnding) return
    if (this.#last !== undefined && !this.#last.headersSent) this.#last.shouldKeepAlive = true
    response.shouldKeepAlive = false
    this.enter(response, start)
  }

  #begin({ response, start }: Waiting): void {
    this.#atWork++
    response.once("close", () => {
      this.#hasEnded ||= response.headersSent && !response.shouldKeepAlive
      this.#leave()
    })
    start()
  }

  #leave(): void {
    this.#atWork--
    let next = this.#waiting.shift()
    // A connection that has ended destroys the responses of requests that wait.
    while (next?.response.destroyed || (next !== undefined && this.#hasEnded)) next = this.#waiting.shift()
    if (next !== undefined) this.#begin(next)
    // Also for the last that waited: its body may not have been read.
    if (this.#isHeld && this.#waiting.length === 0) {
      this.#isHeld = false
      this.#resume()
    }
  }
}
