import { Effect, Predicate } from "effect"
import { createServer } from "node:http"
import { type AddressInfo } from "node:net"
import { at } from "../http/service.ts"

/** A request received by the stub. */
export interface Asked {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly authorization: string | undefined
  /** Every field name in the body, and the hash that it must contain. */
  readonly fields: ReadonlyArray<string>
  readonly keyHash: unknown
  /** The path, the headers and the body as sent. */
  readonly everything: string
}

/** The stub's reaction: a response, no response, or a dropped connection. */
export type Answer = { readonly status: number; readonly body: string } | "silence" | "hang up"

export const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An identity provider on a port of its own until the scope closes, reacting as `answer` says. */
export const serve = Effect.fnUntraced(function* (answer: (asked: Asked) => Answer) {
  const asked: Array<Asked> = []
  let accepted = 0
  let silences = 0
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8")
      const body = parsed(text)
      const one: Asked = {
        method: request.method,
        path: request.url,
        authorization: request.headers.authorization,
        fields: Predicate.isObject(body) ? Object.keys(body) : [],
        keyHash: at(body, "keyHash"),
        everything: [request.url, ...request.rawHeaders, text].join("\n")
      }
      asked.push(one)
      const what = answer(one)
      if (what === "hang up") response.destroy()
      else if (what === "silence") silences += 1
      else {
        response.writeHead(what.status, { "content-type": "application/json" }).end(what.body)
      }
    })
  })
  server.on("connection", () => {
    accepted += 1
  })
  const listening = Effect.callback<AddressInfo | string | null>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server.address())))
  })
  const address = yield* Effect.acquireRelease(listening, () =>
    Effect.callback<void>((resume) => {
      server.close(() => resume(Effect.void))
      server.closeAllConnections()
    })
  )
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: new URL(`http://127.0.0.1:${port}/idp`), asked, connections: () => accepted, silences: () => silences }
})
