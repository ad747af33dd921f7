import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { HubKeyName } from "../../src/demo/demoHubKeys.ts"
import { eventually } from "../support/eventually.ts"
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

const fallbacks = (server: ServerProcess) =>
  Effect.map(server.call({ method: "GET", path: "/metrics" }), ({ text }) =>
    Number(/^hub_rate_limit_fallback_total(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1] ?? 0)
  )

const countsShared = (server: ServerProcess) =>
  Effect.map(server.call({ method: "GET", path: "/readyz" }), ({ at }) => at("checks.rateLimits") === true)

ownRedis.describe("two processes and a Redis", () => {
  it.live(
    "HUB-090: share one budget per key, continue separately without Redis, and share again when it is back",
    () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const counter = yield* makeRedis
        const environment = { REDIS_URL: counter.url, HUB_LIMIT_HUB_KEY: String(limit) }
        const one = yield* startServer(database, environment)
        const other = yield* startServer(database, environment)
        const both = [one, other]

        /** Uses up one budget through both processes, turn by turn. */
        const shareBudget = Effect.fnUntraced(function* (key: HubKeyName) {
          const answers = []
          for (let n = 0; n < limit; n++) answers.push(yield* use(n % 2 === 0 ? one : other, key))
          assert.deepStrictEqual(
            answers,
            Array.from({ length: limit }, (_, n) => ({ status: 200, remaining: limit - 1 - n }))
          )
          for (const server of both) assert.deepStrictEqual(yield* use(server, key), { status: 429, remaining: 0 })
        })

        // The first decisions of a process may miss their deadline, while its code is being compiled.
        for (const server of both) {
          for (let n = 0; n < limit; n++) yield* use(server, "KH_widget")
          yield* eventually("limits are shared", countsShared(server))
        }
        const first = yield* Effect.forEach(both, fallbacks)
        yield* shareBudget("KH_all")
        assert.deepStrictEqual(yield* Effect.forEach(both, fallbacks), first)

        yield* counter.stop
        for (const server of both) {
          // Each now has a budget of its own, apart from what was counted together.
          for (let n = 0; n < limit; n++) assert.strictEqual((yield* use(server, "KH_other")).status, 200)
          assert.strictEqual((yield* use(server, "KH_other")).status, 429)
          assert.isAtLeast(yield* fallbacks(server), limit + 1)
          assert.isTrue(yield* server.isReady)
        }

        yield* counter.start
        for (const server of both) yield* eventually("limits are shared again", countsShared(server))
        const before = yield* Effect.forEach(both, fallbacks)
        yield* shareBudget("KH_brands")
        assert.deepStrictEqual(yield* Effect.forEach(both, fallbacks), before)
      }),
    60_000
  )
})
