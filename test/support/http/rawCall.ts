import { request, Agent } from "node:http"

/** A server's response, read without a client library. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request unchanged: the path is not normalised, and headers are only limited by HTTP/1.1 itself. */
export const rawCall = (
  baseUrl: string,
  call: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | Buffer | undefined
  }
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const outgoing = request(
      { hostname, port, agent, method: call.method, path: call.path, headers: call.headers, timeout: 20_000 },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString("utf8")
          })
        )
      }
    )
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in 20 seconds")))
    outgoing.on("error", reject)
    outgoing.end(call.body)
  })
