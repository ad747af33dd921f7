import { connect, type Socket } from "node:net"

/** One request, ready to be written to a socket. */
export interface LoadRequest {
  readonly bytes: Uint8Array
  /** The expected status. */
  readonly status: number
  /** Whether a response body is as expected; applied to a sample. */
  readonly accepts: (body: string) => boolean
  /** A follow-up request on the same connection, derived from the response; the two count as one. */
  readonly following?: (body: string) => LoadRequest
}

export interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The next request of a connection; undefined ends the load. */
  readonly next: (connection: number) => LoadRequest | undefined
}

/** The measurements of one period of load. Latencies are in milliseconds, ascending. */
export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly latencies: Float64Array
  /** The number of unexpected responses by reason. */
  readonly refused: ReadonlyMap<string, number>
}

/** Of this many responses of a connection one body is checked, starting with the first. */
const sampleEvery = 200
const headEnd = Buffer.from("\r\n\r\n")
const lengthName = "\r\ncontent-length: "

/** The bytes of an HTTP/1.1 keep-alive request. */
export const encodeRequest = (
  method: "GET" | "POST" | "PATCH",
  path: string,
  headers: Readonly<Record<string, string>>,
  body = ""
): Uint8Array => {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`)
  if (body !== "") lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`)
}

/**
 * Sends requests for `seconds` over `connections`, one at a time on each. Uses plain sockets, because it shares two
 * cores with what it measures: known load generators spend more on parsing than the service needs to answer, and record
 * latencies in whole milliseconds.
 */
export const load = (options: LoadOptions): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const latencies: Array<number> = []
    const refused = new Map<string, number>()
    const sockets: Array<Socket> = []
    let running = options.connections
    let ended = false
    const startedAt = performance.now()
    const deadline = startedAt + options.seconds * 1000

    const recordUnexpected = (why: string) => refused.set(why, (refused.get(why) ?? 0) + 1)
    const fail = (error: Error) => {
      if (ended) return
      ended = true
      clearTimeout(guard)
      for (const socket of sockets) socket.destroy()
      reject(error)
    }
    const finish = () => {
      running--
      if (running > 0 || ended) return
      ended = true
      clearTimeout(guard)
      resolve({
        requests: latencies.length,
        seconds: (performance.now() - startedAt) / 1000,
        latencies: Float64Array.from(latencies).toSorted(),
        refused
      })
    }
    const guard = setTimeout(() => fail(new Error("Requests hang")), options.seconds * 1000 + 20_000)

    const start = (connection: number) => {
      const socket = connect({ port: options.port, host: "127.0.0.1", noDelay: true })
      sockets.push(socket)
      let sent = 0
      let answers = 0
      let current: LoadRequest | undefined
      let pending: Buffer = Buffer.alloc(0)
      let expected = -1

      const send = () => {
        const now = performance.now()
        current = now < deadline ? options.next(connection) : undefined
        if (current === undefined) {
          socket.removeAllListeners("close")
          socket.end()
          finish()
          return
        }
        sent = now
        socket.write(current.bytes)
      }

      const answered = () => {
        const status = pending.toString("latin1", 9, 12)
        const body = () => pending.toString("utf8", pending.indexOf(headEnd) + 4)
        const isExpected = status === String(current?.status)
        if (!isExpected) recordUnexpected(`status ${status}: ${body().slice(0, 200)}`)
        else if (answers % sampleEvery === 0 && current?.accepts(body()) === false) {
          recordUnexpected(`unexpected body: ${body().slice(0, 200)}`)
        }
        const after = isExpected ? current?.following?.(body()) : undefined
        pending = pending.subarray(expected)
        expected = -1
        if (after !== undefined) {
          current = after
          socket.write(after.bytes)
          return
        }
        latencies.push(performance.now() - sent)
        answers++
        send()
      }

      socket.on("data", (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        if (expected === -1) {
          const end = pending.indexOf(headEnd)
          if (end === -1) return
          const head = pending.toString("latin1", 0, end).toLowerCase()
          const at = head.indexOf(lengthName)
          if (at === -1) return fail(new Error(`An answer without Content-Length: ${head}`))
          expected = end + headEnd.length + Number.parseInt(head.slice(at + lengthName.length), 10)
        }
        if (pending.length >= expected) answered()
      })
      socket.on("error", fail)
      socket.on("close", () => fail(new Error("The server closed a connection")))
      socket.on("connect", send)
    }
    for (let i = 0; i < options.connections; i++) start(i)
  })

/** The quantile `q` of ascending `values`. */
export const percentile = (values: Float64Array, q: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN
