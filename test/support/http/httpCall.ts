import { Data, Effect } from "effect"
import { request } from "node:http"
import { at } from "./service.ts"

/** A received response. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  /** The value at a dotted path of the JSON body, such as `items.0.id`; undefined when there is none. */
  readonly at: (path: string) => unknown
}

/** The connection was refused or closed without a response, or none came in time. */
export class NoReply extends Data.TaggedError("NoReply")<{ readonly reason: string }> {}

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, or raw if bytes. */
  readonly body?: unknown
}

/** No response may take longer, whatever is down and however busy the machine. */
const patienceMillis = 120_000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one request on a connection of its own. */
export const httpCall = (port: number, { body, headers, method, path }: Call): Effect.Effect<Reply, NoReply> =>
  Effect.callback((resume) => {
    const fail = (error: Error) => resume(Effect.fail(new NoReply({ reason: error.message })))
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        agent: false,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers }
      },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", fail)
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          const json = parsed(text)
          resume(
            Effect.succeed({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              at: (inner) => at(json, inner)
            })
          )
        })
      }
    )
    const timer = setTimeout(() => outgoing.destroy(new Error("no answer in two minutes")), patienceMillis)
    outgoing.on("close", () => clearTimeout(timer))
    outgoing.on("error", fail)
    outgoing.end(body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body))
    return Effect.sync(() => void outgoing.destroy())
  })
