import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import { Effect } from "effect"

/** Below the ephemeral port range, so that no client takes the port of a server that restarts. */
const ports = { first: 10_240, end: 32_768 } as const

/** A port of this host without a listener. */
export const freePort: Effect.Effect<number> = Effect.suspend(() => {
  const port = randomInt(ports.first, ports.end)
  return Effect.flatMap(isFree(port), (free) => (free ? Effect.succeed(port) : freePort))
})

const isFree = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const server = createServer()
    server.once("error", () => resume(Effect.succeed(false)))
    server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(true))))
  })
