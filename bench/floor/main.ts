import { NodeRuntime } from "@effect/platform-node"
import { Config, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import { routes } from "./routes.ts"

const database = Layer.unwrap(
  Effect.map(Config.Redacted("DATABASE_URL"), (url) =>
    DatabaseLayer.layerServer({ url, pool: 16, statementTimeout: Duration.seconds(5) })
  )
)

const bodyOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ""
    request.setEncoding("utf8")
    request.on("data", (chunk: string) => {
      text += chunk
    })
    request.on("end", () => resolve(text))
    request.on("error", reject)
  })

/** node:http and the driver: the cost of answering without checks, decoding, counters or logs. */
const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const port = yield* Config.Port("PORT")
  const run = Effect.runForkWith(yield* Effect.context())
  const answer = routes(sql)

  const respond = (request: IncomingMessage, response: ServerResponse, body: string) =>
    run(
      Effect.match(answer(request.method ?? "", request.url ?? "", body), {
        onSuccess: (value) => {
          const text = JSON.stringify(value)
          response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
          response.end(text)
        },
        onFailure: (error) => {
          response.writeHead(500, { "content-length": 0 })
          response.end()
          process.stderr.write(`${String(error)}\n`)
        }
      })
    )

  const server = createServer((request, response) => {
    if (request.method === "GET") respond(request, response, "")
    else void bodyOf(request).then((body) => respond(request, response, body))
  })
  server.keepAliveTimeout = 65_000
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(port, "127.0.0.1", () => resume(Effect.void))
    }),
    () => Effect.sync(() => server.close())
  )
  return yield* Effect.never
})

NodeRuntime.runMain(program.pipe(Effect.scoped, Effect.provide(database)))
