import { Agent, request } from "node:http"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { eventually } from "../support/eventually.ts"
import { startServer } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"

/** What became of one request on a kept connection: its status, and whether its answer ended the connection. */
interface Outcome {
  readonly status: number | "no answer"
  readonly isLast: boolean
}

const get = (port: number, agent: Agent): Promise<Outcome> =>
  new Promise((resolve) => {
    const outgoing = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        path: "/api/external/v1/brands?limit=1",
        headers: { authorization: `Bearer ${hubKeys.KH_all}` }
      },
      (response) => {
        response.resume()
        response.on("error", () => resolve({ status: "no answer", isLast: true }))
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, isLast: response.headers.connection === "close" })
        )
      }
    )
    outgoing.on("error", () => resolve({ status: "no answer", isLast: true }))
    outgoing.end()
  })

/** Sends requests on one connection until an answer ends it, and adds their outcomes to `outcomes`. */
const client = (port: number, pauseMillis: number, outcomes: Array<Outcome>) =>
  Effect.gen(function* () {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let isLast = false; !isLast; ) {
      const outcome = yield* Effect.promise(() => get(port, agent))
      outcomes.push(outcome)
      isLast = outcome.isLast
      yield* Effect.sleep(pauseMillis)
    }
    agent.destroy()
  })

postgres.describe("a process that gets SIGTERM", () => {
  it.live("GEN-012: answers every request that 32 kept connections send until it ends them, and is unready first", () =>
    Effect.gen(function* () {
      const server = yield* startServer(yield* demoDatabase, { HUB_SHUTDOWN_GRACE_MS: "10000" })
      const outcomes: Array<Outcome> = []
      const clients = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 32 }, (_, index) => index),
          (index) => client(server.port, index % 4 === 0 ? 0 : index * 10, outcomes),
          { concurrency: "unbounded", discard: true }
        )
      )
      yield* eventually(
        "all connections are at work",
        Effect.sync(() => outcomes.length > 200)
      )
      yield* server.signal("SIGTERM")
      const unready = yield* Effect.repeat(server.call({ method: "GET", path: "/readyz" }), {
        until: ({ status }) => status !== 200
      })
      assert.strictEqual(unready.status, 503)
      yield* Fiber.join(clients)
      assert.strictEqual(yield* server.ended, 0, server.log())
      assert.deepStrictEqual(
        outcomes.filter(({ status }) => status !== 200),
        []
      )
      assert.lengthOf(
        outcomes.filter(({ isLast }) => isLast),
        32
      )
    })
  )
})
