import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { HubKeyName } from "../../src/demo/demoHubKeys.ts"
import { eventually } from "../support/eventually.ts"
import { countedTogether, fallbacksOf } from "../support/servers/countedTogether.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { makeRedis } from "../support/servers/redisServer.ts"
import { ownRedis } from "../support/servers/servers.ts"
import { withKey } from "./messaging.ts"

const limit = 10

/** One request with a key: its status and the budget that remains. */
const use = (server: ServerProcess, key: HubKeyName) =>
  Effect.map(
    server.call({ method: "GET", path: "/api/external/v1/brands?limit=1", headers: withKey(key) }),
    ({ headers, status }) => ({ status, remaining: Number(headers["x-ratelimit-remaining"]) })
  )

ownRedis.describe("two processes and a Redis", () => {
  it.live("HUB-090: share one budget per key, continue separately without Redis, and share again when it is back", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const counter = yield* makeRedis
      const environment = { REDIS_URL: counter.url, HUB_LIMIT_HUB_KEY: String(limit) }
      const one = yield* startServer(database, environment)
      const other = yield* startServer(database, environment)
      const both = [one, other]

      // Reading the metrics takes a decision too.
      const fallbacks = fallbacksOf(one, other)
      const shared = eventually(
        "limits are shared",
        Effect.zipWith(fallbacks, fallbacks, (first, second) => first === second)
      )

      /** Uses up one budget through both processes, turn by turn. */
      const shareBudget = Effect.fnUntraced(function* (keys: ReadonlyArray<HubKeyName>) {
        const round = (key: HubKeyName) =>
          Effect.gen(function* () {
            const answers = []
            for (let n = 0; n < limit; n++) answers.push(yield* use(n % 2 === 0 ? one : other, key))
            return { answers, beyond: yield* Effect.forEach(both, (server) => use(server, key)) }
          })
        const { answers, beyond } = yield* countedTogether({ shared, fallbacks }, keys, round)
        assert.deepStrictEqual(
          answers,
          Array.from({ length: limit }, (_, n) => ({ status: 200, remaining: limit - 1 - n }))
        )
        for (const answer of beyond) assert.deepStrictEqual(answer, { status: 429, remaining: 0 })
      })

      yield* shareBudget(["KH_all", "KH_team", "KH_B"])

      yield* counter.stop
      for (const server of both) {
        // Each now has a budget of its own, apart from what was counted together.
        for (let n = 0; n < limit; n++) assert.strictEqual((yield* use(server, "KH_other")).status, 200)
        assert.strictEqual((yield* use(server, "KH_other")).status, 429)
        assert.isAtLeast(yield* fallbacksOf(server), limit + 1)
        assert.isTrue(yield* server.isReady)
      }

      yield* counter.start
      yield* shareBudget(["KH_brands", "KH_widget", "KH_grant_off"])
    })
  )
})
