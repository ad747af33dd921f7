import { Effect } from "effect"
import { createServer } from "node:net"

/** A port of `host` that is free now, or 0 if the host cannot be listened on: the server then fails with the reason. */
export const freePort = (host: string): Effect.Effect<number> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", () => resume(Effect.succeed(0)))
    server.listen(0, host, () => {
      const address = server.address()
      const port = address === null || typeof address === "string" ? 0 : address.port
      server.close(() => resume(Effect.succeed(port)))
    })
  })
