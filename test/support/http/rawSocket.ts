import { Effect } from "effect"
import { connect } from "node:net"
import { at } from "./service.ts"

/** One response as received on the wire. */
export interface WireAnswer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The value at a dotted path of the JSON body; undefined when there is none. */
  readonly at: (path: string) => unknown
}

export interface Exchange {
  readonly answers: ReadonlyArray<WireAnswer>
  /** Whether the server closed the connection, rather than the client timing out. */
  readonly closed: boolean
  readonly wire: string
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const answerOf = (head: string, text: string): WireAnswer => {
  const [line = "", ...fields] = head.split("\r\n")
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(":")
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    })
  )
  const body = parsed(Buffer.from(text, "latin1").toString("utf8"))
  return { status: Number(line.split(" ")[1]), headers, text, at: (path) => at(body, path) }
}

/** The responses on a connection in order; interim ones have no body. */
const answersOf = (wire: string): ReadonlyArray<WireAnswer> => {
  const answers: Array<WireAnswer> = []
  let rest = wire
  for (;;) {
    const end = rest.indexOf("\r\n\r\n")
    if (end === -1) return answers
    const answer = answerOf(rest.slice(0, end), "")
    const length = Number(answer.headers["content-length"] ?? 0)
    const body = rest.slice(end + 4, end + 4 + length)
    answers.push(answerOf(rest.slice(0, end), body))
    rest = rest.slice(end + 4 + body.length)
  }
}

interface ExchangeOptions {
  /** How long silence ends the exchange, once the expected answers are there. */
  readonly patienceMillis?: number
  /** The pause between two pieces. */
  readonly pauseMillis?: number
  /** The number of answers that are awaited however long they take. */
  readonly expected?: number
  /** Whether each piece waits for the answers to those before it. */
  readonly inTurn?: boolean
  /** Whether the client closes its half of the connection after the last piece. */
  readonly halfClosed?: boolean
}

/**
 * Writes `pieces` unchanged to a connection and reads until the server closes it, or nothing more is to be expected.
 * Uses no client library, so that it can send what no library would.
 */
export const exchange = (
  baseUrl: string,
  pieces: ReadonlyArray<string | Uint8Array>,
  { expected = 0, halfClosed = false, inTurn = false, patienceMillis = 60_000, pauseMillis = 10 }: ExchangeOptions = {}
): Effect.Effect<Exchange> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(baseUrl)
    const socket = connect(Number(port), hostname)
    let wire = ""
    let timer: NodeJS.Timeout | undefined
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resume(Effect.succeed({ answers: answersOf(wire), closed, wire }))
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (answersOf(wire).length < expected ? wait() : finish(false)), patienceMillis)
    }
    socket.on("data", (chunk: Buffer) => {
      wire += chunk.toString("latin1")
      wait()
    })
    // A reset is treated like a close: earlier responses count.
    socket.on("error", () => undefined)
    socket.on("close", () => finish(true))
    const write = (index: number) => {
      const piece = pieces[index]
      if (socket.destroyed) return
      if (piece === undefined) {
        if (halfClosed) socket.end()
        return
      }
      if (inTurn && answersOf(wire).length < index) {
        setTimeout(() => write(index), pauseMillis)
        return
      }
      socket.write(piece)
      wait()
      setTimeout(() => write(index + 1), pauseMillis)
    }
    wait()
    write(0)
    return Effect.sync(() => socket.destroy())
  })

/** A request as text; `fields` are whole header lines. */
export const request = (line: string, fields: ReadonlyArray<string> = [], body = ""): string =>
  [`${line} HTTP/1.1`, "Host: hub.test", ...fields, "", body].join("\r\n")
