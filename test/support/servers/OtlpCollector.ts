import { Effect, type Scope } from "effect"
import { createServer } from "node:http"
import { at } from "../http/service.ts"

/** The data received by an OTLP/HTTP collector, by signal. */
export interface OtlpCollector {
  readonly endpoint: string
  readonly bodies: (signal: "traces" | "logs" | "metrics") => ReadonlyArray<unknown>
  /** Everything it received, as text. */
  readonly text: () => string
}

/** A collector on a port of its own that accepts everything. */
export const otlpCollector: Effect.Effect<OtlpCollector, never, Scope.Scope> = Effect.gen(function* () {
  const received: Array<{ readonly path: string; readonly text: string }> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push({ path: request.url ?? "", text: Buffer.concat(chunks).toString("utf8") })
      response.setHeader("content-type", "application/json").end("{}")
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  return {
    endpoint: `http://127.0.0.1:${String(at(server.address(), "port"))}`,
    bodies: (signal) =>
      received.filter(({ path }) => path === `/v1/${signal}`).map(({ text }): unknown => JSON.parse(text)),
    text: () => received.map(({ text }) => text).join("\n")
  }
})
