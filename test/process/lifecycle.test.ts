import { connect } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase, freshDatabase } from "../support/servers/freshDatabase.ts"
import { isRefused, type ServerProcess, startServer, withoutDeadlines } from "../support/servers/processes.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { arm, historyOf, insertActions, readAction, transition } from "./messaging.ts"

const isCommitted = (database: Database, action: string) =>
  Effect.map(historyOf(database, action), ({ state }) => state === "owned")

/** A client that has connected and sends nothing. */
const idleConnection = (server: ServerProcess) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof connect>>((resume) => {
      const socket = connect(server.port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.on("error", () => {})
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

postgres.describe("processes that start and stop", () => {
  it.live("start concurrently on an empty database, and serve the same demo data", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase
      const both = yield* Effect.all([startServer(database), startServer(database)], { concurrency: 2 })
      const [action = ""] = yield* insertActions(database, 1)
      for (const server of both) assert.strictEqual((yield* server.call(readAction(action))).at("items.0.id"), action)
    })
  )

  it.live("finish the request under way on a stop, refuse new connections, wait for no idle one and end with 0", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const server = yield* startServer(database, withoutDeadlines)
      const [action = ""] = yield* insertActions(database, 1)
      yield* idleConnection(server)
      const { release } = yield* holdRows(database, "SELECT 1 FROM actions WHERE xid = $1 FOR UPDATE", [action])
      const claim = yield* Effect.forkChild(server.call(transition({ action, expectedVersion: 1 })))
      yield* eventually("the request is under way", isWaiting(database))

      yield* server.signal("SIGTERM")
      yield* eventually("new connections are refused", isRefused(server))
      assert.isUndefined(claim.pollUnsafe(), "the request ended before the refusal was seen")
      yield* release
      const reply = yield* Fiber.join(claim)
      assert.strictEqual(reply.status, 200, reply.text)
      assert.strictEqual(yield* server.ended, 0, server.log())
    })
  )

  it.live("HUB-070: do not wait for a request that does not end; its key gives the result afterwards", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const server = yield* startServer(database, {
        HUB_SHUTDOWN_TIMEOUT_MS: "1000",
        HUB_REQUEST_TIMEOUT_MS: "3000"
      })
      const [action = ""] = yield* insertActions(database, 1)
      const claim = transition({ action, expectedVersion: 1 })
      yield* arm(server, { point: "after_commit", times: 1, delayMs: 600_000 })
      const pending = yield* Effect.forkChild(Effect.exit(server.call(claim)))
      yield* eventually("the request is under way", isCommitted(database, action))

      yield* server.signal("SIGTERM")
      assert.strictEqual(yield* server.ended, 0, server.log())
      yield* Fiber.join(pending)
      yield* server.restart
      const retried = yield* server.call(claim)
      assert.strictEqual(retried.status, 200, retried.text)
      assert.deepStrictEqual((yield* historyOf(database, action)).receipts, [retried.at("receipt.id")])
    })
  )
})
