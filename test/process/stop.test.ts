import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { eventually } from "../support/eventually.ts"
import { type Database, freshDatabase } from "../support/freshDatabase.ts"
import { type ServerProcess, startServer } from "../support/processes.ts"
import { postgres } from "../support/servers.ts"
import { arm, historyOf, insertActions, transition } from "./messaging.ts"

const isRefused = (server: ServerProcess) =>
  server.call({ method: "GET", path: "/livez" }).pipe(
    Effect.as(false),
    Effect.catchTag("NoReply", ({ reason }) => Effect.succeed(reason.includes("ECONNREFUSED")))
  )

const isCommitted = (database: Database, action: string) =>
  Effect.map(historyOf(database, action), ({ state }) => state === "owned")

const seconds = (value: number) => `${value} seconds` as const

postgres.describe("a process that is told to stop", () => {
  it.live(
    "finishes the request under way, refuses new connections and ends with 0",
    () =>
      Effect.gen(function* () {
        const database = yield* freshDatabase
        const server = yield* startServer(database)
        const [action = ""] = yield* insertActions(database, 1)
        yield* arm(server, { point: "after_commit", times: 1, delayMs: 3000 })
        const claim = yield* Effect.forkChild(server.call(transition({ action, expectedVersion: 1 })))
        yield* eventually("the request is under way", isCommitted(database, action))

        yield* server.signal("SIGTERM")
        yield* eventually("new connections are refused", isRefused(server))
        const reply = yield* Fiber.join(claim)
        assert.strictEqual(reply.status, 200, reply.text)
        assert.strictEqual(yield* Effect.timeout(server.ended, seconds(10)), 0, server.log())
      }),
    60_000
  )

  it.live(
    "HUB-070 waits for a request no longer than the shutdown time; its key then gives the result",
    () =>
      Effect.gen(function* () {
        const database = yield* freshDatabase
        const server = yield* startServer(database, {
          HUB_SHUTDOWN_TIMEOUT_MS: "1000",
          HUB_REQUEST_TIMEOUT_MS: "120000"
        })
        const [action = ""] = yield* insertActions(database, 1)
        const claim = transition({ action, expectedVersion: 1 })
        yield* arm(server, { point: "after_commit", times: 1, delayMs: 120_000 })
        const sent = yield* Effect.forkChild(Effect.flip(server.call(claim)))
        yield* eventually("the request is under way", isCommitted(database, action))

        yield* server.signal("SIGTERM")
        yield* Effect.timeout(server.ended, seconds(10))
        yield* Fiber.join(sent)
        yield* server.restart
        const retried = yield* server.call(claim)
        assert.strictEqual(retried.status, 200, retried.text)
        assert.deepStrictEqual((yield* historyOf(database, action)).receipts, [retried.at("receipt.id")])
      }),
    60_000
  )
})
