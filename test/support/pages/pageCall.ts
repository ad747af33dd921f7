import { Effect } from "effect"
import { request } from "node:http"

/** A server's response for a page, with the raw body. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Buffer
  readonly text: string
}

/** Sends a request with exactly these headers: `fetch` does not allow a Host header, and decodes bodies. */
export const pageCall = (
  baseUrl: string,
  path: string,
  { headers = {}, method = "GET" }: { readonly method?: string; readonly headers?: Record<string, string> } = {}
): Effect.Effect<PageAnswer> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(baseUrl)
    const outgoing = request({ hostname, port, method, path, headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const body = Buffer.concat(chunks)
        const { headers, statusCode = 0 } = response
        resume(Effect.succeed({ status: statusCode, headers, body, text: body.toString("utf8") }))
      })
    })
    outgoing.on("error", (error) => resume(Effect.die(error)))
    outgoing.end()
  })
