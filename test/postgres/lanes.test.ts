import { assert, it } from "@effect/vitest"
import { Duration, Effect, Exit, Redacted } from "effect"
import { makeLanes } from "../../src/layers/database/Lane.ts"
import { eventually } from "../support/eventually.ts"
import { freshDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"
import { ignore, tapped } from "../support/servers/tapped.ts"

postgres.describe("a lane", () => {
  it.live("asks once for the end of all statements whose callers have gone", () =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase
      let asked = 0
      const outgoing = (bytes: Buffer) => {
        asked += bytes.toString("latin1").split("SELECT 1").length - 1
      }
      const options = {
        url: Redacted.make(url),
        stream: tapped(new URL(url), { outgoing, incoming: ignore }),
        prepare: false,
        answerTimeout: Duration.minutes(5),
        minConnections: 0,
        maxConnections: 1
      }
      const [lane = assert.fail("no lane")] = yield* makeLanes(options, Effect.never)
      yield* Effect.forkChild(lane.use((connection) => connection.query("SELECT pg_sleep(1)")))
      yield* eventually(
        "the lane is open",
        Effect.sync(() => lane.isOpen)
      )
      for (let count = 0; count < 100; count++) {
        lane.begin()
        lane.finish(Exit.interrupt())
      }
      assert.strictEqual(lane.statements, 100)
      yield* eventually(
        "all have ended",
        Effect.sync(() => lane.statements === 0)
      )
      assert.isAtMost(asked, 2)
    }).pipe(Effect.scoped)
  )
})
