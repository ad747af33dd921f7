import { connect } from "node:net"
import { Duplex } from "node:stream"

/** Sees, and may change, the bytes that pass. */
export interface Tap {
  readonly outgoing: (bytes: Buffer) => void
  readonly incoming: (bytes: Buffer) => void
}

/** A socket to the server, tapped by `tap`. */
export const tapped = (url: URL, tap: Tap) => () => {
  const socket = connect(Number(url.port === "" ? "5432" : url.port), url.hostname)
  const duplex = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Uint8Array, _, done) => {
      const bytes = Buffer.from(chunk)
      tap.outgoing(bytes)
      socket.write(bytes, done)
    },
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    }
  })
  socket.on("data", (chunk: Buffer) => {
    tap.incoming(chunk)
    duplex.push(chunk)
  })
  socket.on("close", () => void duplex.push(null))
  socket.on("error", (error) => void duplex.destroy(error))
  return duplex
}

export const ignore = () => {}
