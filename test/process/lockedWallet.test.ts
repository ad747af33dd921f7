import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { startServer } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { claim, headersOf } from "./claims.ts"
import { expiriesOf, holdWallet, insertDueLots } from "./jobs.ts"
import { lockWaits } from "../support/servers/lockWaits.ts"
import { run } from "./racing.ts"

postgres.describe("a member whose wallet is locked", () => {
  it.live(
    "MEM-088: a replay waits for no lock, a new claim answers 503, and other members do not wait for theirs",
    () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const server = yield* startServer(database, {
          HUB_JOBS: "0",
          HUB_REQUEST_TIMEOUT_MS: "20000",
          HUB_DATABASE_TIMEOUT_MS: "10000"
        })
        const [locked, other] = [yield* headersOf("M1"), yield* headersOf("M2")]
        const first = yield* server.call(claim(locked, "before"))
        assert.strictEqual(first.status, 201, first.text)
        assert.strictEqual((yield* server.call(claim(other, "warm"))).status, 201)

        yield* holdWallet(database, memberIds.M1)
        const waiting = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, n) => claim(locked, `new ${n}`)),
          (call) => Effect.forkChild(server.call(call))
        )
        // Long enough for the process to detect that no write of the member proceeds.
        while ((yield* lockWaits(database, 300)) === 0) yield* Effect.yieldNow

        // While all of these wait, the two below are answered.
        const replayed = yield* server.call(claim(locked, "before"))
        assert.deepStrictEqual([replayed.status, replayed.text], [201, first.text])
        const others = yield* server.call(claim(other, "other"))
        assert.strictEqual(others.status, 201, others.text)
        assert.deepStrictEqual(
          waiting.filter((fiber) => fiber.pollUnsafe() !== undefined),
          []
        )

        const replies = yield* Effect.forEach(waiting, Fiber.join)
        assert.deepStrictEqual(
          [...new Set(replies.map(({ headers, status }) => `${status} ${headers["retry-after"]}`))],
          ["503 1"]
        )
      })
  )

  it.live("DOMAIN 4.1, MEM-092: points of other members expire meanwhile, and the job reports the lock", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const server = yield* startServer(database, { HUB_JOBS: "0", HUB_DATABASE_TIMEOUT_MS: "2000" })
      const members = yield* insertDueLots(database, 3)
      yield* holdWallet(database, members[0] ?? 0)
      const answer = yield* server.call(run("expire"))
      assert.notStrictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual(yield* expiriesOf(database, members), [
        [0, 100],
        [1, 0],
        [1, 0]
      ])
    })
  )
})
