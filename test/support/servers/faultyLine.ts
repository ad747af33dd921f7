import { Buffer } from "node:buffer"
import { connect, type Socket } from "node:net"
import { Effect } from "effect"
import { proxyPort } from "./proxyPort.ts"

/**
 * A fault of one statement. `refuse` sends another statement instead, which the server itself rejects; `drop` closes
 * the connection before the statement is sent; `loseAnswer` closes it after execution, with none or half of the
 * response delivered.
 */
export type StatementFault =
  | { readonly _tag: "refuse"; readonly sql: string }
  | { readonly _tag: "drop" }
  | { readonly _tag: "loseAnswer"; readonly delivered: "none" | "half" }

/** The fault and the number of the statement it strikes, counted from 1 over all connections. */
interface ArmedFault {
  readonly fault: StatementFault
  readonly position: number
}

const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const text = (value: string) => Buffer.from(`${value}\0`)

const message = (type: string, ...parts: ReadonlyArray<Buffer>) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type, 0, "latin1")
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** One extended-query cycle with an unnamed statement without parameters. */
const cycleOf = (sql: string) =>
  Buffer.concat([
    message("P", text(""), text(sql), int16(0)),
    message("B", text(""), text(""), int16(0), int16(0), int16(0)),
    message("D", Buffer.from("P"), text("")),
    message("E", text(""), Buffer.alloc(4)),
    message("S")
  ])

/**
 * Splits the bytes from a client into statements: the first message has no type byte, and a statement ends with Sync. A
 * named statement carries its text only once.
 */
const makeSplitter = () => {
  let rest = Buffer.alloc(0)
  let isStarted = false
  let cycle: Array<Buffer> = []
  const texts = new Map<string, string>()
  const textOf = (messages: ReadonlyArray<Buffer>) => {
    let name = ""
    for (const bytes of messages) {
      const [first = "", second = ""] = bytes.toString("utf8", 5).split("\0")
      const type = bytes.toString("latin1", 0, 1)
      if (type === "P") texts.set(first, second)
      if (type === "B") name = second
    }
    return texts.get(name) ?? ""
  }
  return (
    chunk: Buffer,
    on: { readonly other: (bytes: Buffer) => void; readonly statement: (bytes: Buffer, text: string) => void }
  ) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const lengthAt = isStarted ? 1 : 0
      if (rest.length < lengthAt + 4) return
      const size = lengthAt + rest.readInt32BE(lengthAt)
      if (rest.length < size) return
      const bytes = rest.subarray(0, size)
      const type = isStarted ? bytes.toString("latin1", 0, 1) : "startup"
      rest = rest.subarray(size)
      isStarted = true
      if (["startup", "p", "X"].includes(type)) {
        on.other(bytes)
        continue
      }
      cycle.push(bytes)
      if (type !== "S") continue
      on.statement(Buffer.concat(cycle), textOf(cycle))
      cycle = []
    }
  }
}

/** A proxy to the PostgreSQL at `url` that can make one statement fail. */
export const makeFaultyLine = Effect.fnUntraced(function* (url: string) {
  const { hostname, port: targetPort } = new URL(url)
  let armed: ArmedFault | undefined
  let statements = 0
  let struck: string | undefined
  const sockets = new Set<Socket>()

  const serve = (client: Socket) => {
    const server = connect(Number(targetPort || 5432), hostname)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on("error", end)
      socket.on("close", () => {
        sockets.delete(socket)
        end()
      })
    }
    let answer: (bytes: Buffer) => void = (bytes) => void client.write(bytes)
    server.on("data", (bytes) => answer(bytes))

    const strike = (bytes: Buffer, fault: StatementFault) => {
      switch (fault._tag) {
        case "drop":
          return end()
        case "refuse":
          return void server.write(cycleOf(fault.sql))
        case "loseAnswer": {
          // Ends with this statement's ReadyForQuery, so the server has executed it.
          answer = (reply) => {
            if (fault.delivered === "half") client.write(reply.subarray(0, Math.floor(reply.length / 2)))
            client.end(end)
          }
          server.write(bytes)
        }
      }
    }
    const split = makeSplitter()
    client.on("data", (chunk) =>
      split(chunk, {
        other: (bytes) => void server.write(bytes),
        statement: (bytes, statement) => {
          statements += 1
          if (armed !== undefined && statements === armed.position) {
            struck = statement
            strike(bytes, armed.fault)
          } else if (server.writable) server.write(bytes)
        }
      })
    )
  }

  const port = yield* proxyPort(serve, sockets)

  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  return {
    url: through.href,
    /** Arms the fault for the statement at `position` from now, counted from 1 over all connections. */
    arm: (fault: StatementFault, position: number) =>
      Effect.sync(() => {
        armed = { fault, position }
        statements = 0
        struck = undefined
      }),
    /** Disarms the fault and returns the text of the statement it struck; undefined if there were fewer statements. */
    disarm: Effect.sync(() => {
      armed = undefined
      return struck
    })
  }
})
