import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { type Database, freshDatabase } from "../support/freshDatabase.ts"
import { startServer } from "../support/processes.ts"
import { postgres } from "../support/servers.ts"
import { claim, headersOf } from "./claims.ts"

/** Holds the lock of a member's wallet until the scope closes. */
const lockWallet = Effect.fnUntraced(function* ({ url }: Database, memberId: number) {
  const isLocked = yield* Deferred.make<void>()
  yield* SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      sql`SELECT 1 FROM wallets WHERE member_id = ${memberId} FOR UPDATE`.pipe(
        Effect.andThen(Deferred.succeed(isLocked, undefined)),
        Effect.andThen(Effect.never)
      )
    )
  ).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })), Effect.forkScoped)
  yield* Deferred.await(isLocked)
})

postgres.describe("a member whose wallet is locked", () => {
  it.live(
    "MEM-088: a replay waits for no lock, a new claim answers 503, and other members do not wait for theirs",
    () =>
      Effect.gen(function* () {
        const database = yield* freshDatabase
        const server = yield* startServer(database, { HUB_JOBS: "0" })
        const [locked, other] = [yield* headersOf("M1"), yield* headersOf("M2")]
        const first = yield* server.call(claim(locked, "before"))
        assert.strictEqual(first.status, 201, first.text)
        assert.strictEqual((yield* server.call(claim(other, "warm"))).status, 201)

        yield* lockWallet(database, memberIds.M1)
        const waiting = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, n) => claim(locked, `new ${n}`)),
          (call) => Effect.forkChild(server.call(call))
        )
        const isWaiting = Effect.map(
          // Long enough for the process to know that no write of the member moves.
          database.value(`
            SELECT count(*)::int FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '300 ms'`),
          (count) => Number(count) > 0
        )
        while (!(yield* isWaiting)) yield* Effect.yieldNow

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
      }),
    60_000
  )
})
