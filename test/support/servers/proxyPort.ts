import { createServer, type Socket } from "node:net"
import { Effect } from "effect"

/**
 * A port of this host whose connections `serve` handles; when the scope closes, so does the port, and all `sockets` are
 * destroyed.
 */
export const proxyPort = (serve: (client: Socket) => void, sockets: ReadonlySet<Socket>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: Effect.Effect<void> }>((resume) => {
      const listener = createServer(serve)
      const close = Effect.callback<void>((closed) => {
        listener.close(() => closed(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
      listener.listen(0, "127.0.0.1", () => {
        const address = listener.address()
        resume(Effect.succeed({ port: typeof address === "object" && address !== null ? address.port : 0, close }))
      })
    }),
    ({ close }) => close
  ).pipe(Effect.map(({ port }) => port))
