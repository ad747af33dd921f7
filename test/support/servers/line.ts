import { connect, type Socket } from "node:net"
import { Effect } from "effect"
import { proxyPort } from "./proxyPort.ts"

/**
 * A proxy to the server at `url` that can be paused: bytes then wait in both directions without any error, as when a
 * network or a machine stalls.
 */
export const makeLine = Effect.fnUntraced(function* (url: string) {
  const { hostname, port: targetPort } = new URL(url)
  const sockets = new Set<Socket>()
  let isHeld = false
  let isClosed = false
  let closed = 0

  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    if (isHeld) from.pause()
    from.on("data", (bytes) => to.write(bytes))
    from.on("close", () => {
      sockets.delete(from)
      to.destroy()
    })
    from.on("error", () => {})
  }
  const serve = (socket: Socket) => {
    if (isClosed) {
      socket.destroy()
      return
    }
    socket.on("close", () => {
      closed += 1
    })
    const upstream = connect(Number(targetPort || 5432), hostname)
    forward(socket, upstream)
    forward(upstream, socket)
  }
  const port = yield* proxyPort(serve, sockets)
  const holdOpen = () => {
    for (const socket of sockets) socket.pause()
  }

  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  return {
    url: through.href,
    hold: Effect.sync(() => {
      isHeld = true
      holdOpen()
    }),
    /** Pauses the connections that follow, but not those that are open now. */
    holdNew: Effect.sync(() => {
      isHeld = true
    }),
    /** Pauses the connections that are open now, but not those that follow. */
    holdOpen: Effect.sync(holdOpen),
    /** Refuses connections from now on. */
    close: Effect.sync(() => {
      isClosed = true
    }),
    /** How many connections have been closed, by either end. */
    closed: () => closed,
    release: Effect.sync(() => {
      isHeld = false
      for (const socket of sockets) socket.resume()
    })
  }
})
