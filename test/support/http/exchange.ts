import { connect } from "node:net"

/**
 * Sends raw bytes over a connection of its own and returns what was received when the peer closes it or `untilMillis`
 * have passed.
 */
export const exchange = (baseUrl: string, bytes: string | Buffer, untilMillis = 60_000): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    const chunks: Array<Buffer> = []
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(Buffer.concat(chunks).toString("latin1"))
    }
    const timer = setTimeout(done, untilMillis)
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("end", done)
    socket.on("error", (error) => (chunks.length > 0 ? done() : reject(error)))
  })
