import { Effect } from "effect"
import { createServer, type Socket } from "node:net"
import { SMTPServer } from "smtp-server"

/** The server's reaction to the next message: accept it, or reject it at the given stage. */
export type Behaviour =
  | "accept"
  | { readonly at: "sender" | "recipient" | "data"; readonly status: number; readonly text: string }

/** A received message. */
export interface Arrived {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: string
  /** A header by name, unfolded. */
  readonly header: (name: string) => string | undefined
}

const arrived = (from: string, to: ReadonlyArray<string>, raw: string): Arrived => {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ")
  const headers = new Map(
    head.split("\r\n").map((line): [string, string] => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
  )
  return { from, to, raw, header: (name) => headers.get(name) }
}

const refusal = (behaviour: Behaviour, at: string) =>
  behaviour !== "accept" && behaviour.at === at
    ? Object.assign(new Error(behaviour.text), { responseCode: behaviour.status })
    : null

const listening = (server: { readonly address: () => unknown }): number => {
  const address = server.address()
  return typeof address === "object" && address !== null && "port" in address ? Number(address.port) : 0
}

/**
 * A real SMTP server on a port of its own until the scope closes. It goes through `behaviours` in turn and repeats the
 * last one.
 */
export const serve = Effect.fnUntraced(function* (
  behaviours: ReadonlyArray<Behaviour> = ["accept"],
  options: { readonly password?: string } = {}
) {
  const messages: Array<Arrived> = []
  let turn = -1
  let attempts = 0
  const current = (): Behaviour => behaviours[Math.min(turn, behaviours.length - 1)] ?? "accept"
  const server = new SMTPServer({
    disabledCommands: options.password === undefined ? ["AUTH", "STARTTLS"] : ["STARTTLS"],
    allowInsecureAuth: true,
    authOptional: options.password === undefined,
    onAuth: (auth, _session, done) =>
      auth.password === options.password
        ? done(null, { user: auth.username ?? "" })
        : done(new Error("wrong password")),
    onMailFrom: (_address, _session, done) => {
      turn++
      attempts++
      done(refusal(current(), "sender"))
    },
    onRcptTo: (_address, _session, done) => done(refusal(current(), "recipient")),
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const refused = refusal(current(), "data")
        if (refused === null) {
          const { mailFrom, rcptTo } = session.envelope
          messages.push(
            arrived(
              mailFrom === false ? "" : mailFrom.address,
              rcptTo.map(({ address }) => address),
              Buffer.concat(chunks).toString("utf8")
            )
          )
        }
        done(refused)
      })
    }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.promise(() => new Promise<void>((resolve) => server.close(resolve)))
  )
  return {
    url: `smtp://127.0.0.1:${listening(server.server)}`,
    authority: `127.0.0.1:${listening(server.server)}`,
    messages,
    attempts: () => attempts
  }
})

/** A server that accepts connections and never sends anything. */
export const serveSilence = Effect.gen(function* () {
  const server = createServer()
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.sync(() => server.close())
  )
  return `smtp://127.0.0.1:${listening(server)}`
})

/** A server that never ends its first reply, a byte at a time; counts its open connections. */
export const serveDrip = Effect.gen(function* () {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    const drip = setInterval(() => socket.write("2"), 20)
    socket.on("error", () => {})
    socket.once("close", () => {
      clearInterval(drip)
      open.delete(socket)
    })
    socket.write("220 ready\r\n")
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.sync(() => {
        server.close()
        for (const socket of open) socket.destroy()
      })
  )
  return { url: `smtp://127.0.0.1:${listening(server)}`, open: () => open.size }
})
