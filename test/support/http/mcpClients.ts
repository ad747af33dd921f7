import { Effect, type Scope } from "effect"
import { createServer, request as forward } from "node:http"

/** A proxy port that adds `headers` to requests to `target`, for clients that cannot add any. */
export const addingHeaders = (
  port: number,
  target: () => URL,
  headers: Readonly<Record<string, string>>
): Effect.Effect<URL, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: URL; readonly close: () => void }>((resume) => {
      const server = createServer((incoming, response) => {
        const { method = "POST" } = incoming
        const to = forward(target(), { method, headers: { ...incoming.headers, ...headers } }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        })
        to.on("error", () => response.destroy())
        incoming.pipe(to)
      })
      server.listen(port, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            url: new URL(`http://127.0.0.1:${port}/mcp`),
            close: () => {
              server.close()
              server.closeAllConnections()
            }
          })
        )
      )
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ url }) => url))
