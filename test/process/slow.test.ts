import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { eventually } from "../support/eventually.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { acknowledge } from "./arrivals.ts"
import { arm, beforeCommit, historyOf, insertActions, transition } from "./messaging.ts"

/** Waits for locks end after four seconds, long before the transactions that hold them. */
const environment = { HUB_DATABASE_TIMEOUT_MS: "4000" }
const slow = { point: "before_commit", times: 1, delayMs: 10_000 } as const

postgres.describe("a request whose key is in flight in the other process", () => {
  layer(pair(environment), { excludeTestServices: true })((it) => {
    it.effect("HUB-072: gets 409 until the first has ended, and its result afterwards", () =>
      Effect.gen(function* () {
        const { database, one, other } = yield* Pair
        const [action = ""] = yield* insertActions(database, 1)
        const claim = transition({ action, expectedVersion: 1 })
        yield* arm(one, slow)
        const first = yield* Effect.forkChild(one.call(claim))
        yield* eventually("the first is about to commit", beforeCommit(database))
        const second = yield* other.call(claim)
        assert.deepStrictEqual([second.status, second.at("code")], [409, "idempotency_in_progress"], second.text)
        const made = yield* Fiber.join(first)
        assert.strictEqual(made.status, 200, made.text)
        assert.strictEqual((yield* other.call(claim)).text, made.text)
        assert.deepStrictEqual((yield* historyOf(database, action)).moves, ["claim"])
      })
    )

    it.effect("PAR-122: is refused without waiting for the first, and replays its answer afterwards", () =>
      Effect.gen(function* () {
        const { database, one, other } = yield* Pair
        const call = acknowledge("at-work-elsewhere")
        yield* arm(one, slow)
        const first = yield* Effect.forkChild(one.call(call))
        yield* eventually("the first is about to commit", beforeCommit(database))
        const second = yield* other.call(call)
        assert.isUndefined(first.pollUnsafe(), "the second waited for the first")
        assert.deepStrictEqual([second.status, second.at("code")], [409, "idempotency_in_flight"], second.text)
        const made = yield* Fiber.join(first)
        assert.deepStrictEqual([made.status, made.headers["x-idempotent-replay"]], [200, undefined], made.text)
        const replayed = yield* other.call(call)
        assert.deepStrictEqual([replayed.text, replayed.headers["x-idempotent-replay"]], [made.text, "true"])
      })
    )
  })
})
