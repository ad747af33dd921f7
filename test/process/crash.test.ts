import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { postgres } from "../support/servers/servers.ts"
import { acknowledge, isAcknowledged, isInFlight } from "./arrivals.ts"
import { held, killDuring, startTwo } from "./killing.ts"
import { arm, beforeCommit, historyOf, insertActions, readAction, transition } from "./messaging.ts"

postgres.describe("a process that is killed", () => {
  it.live("HUB-070: gives the original result to a retry when it died after the commit and before the reply", () =>
    Effect.gen(function* () {
      const { database, one, other } = yield* startTwo
      const [action = ""] = yield* insertActions(database, 1)
      const claim = transition({ action, expectedVersion: 1 })
      yield* arm(one, { point: "after_commit", ...held })
      const committed = other.call(readAction(action)).pipe(
        Effect.orDie,
        Effect.map(({ at }) => at("items.0.state") === "owned")
      )
      yield* killDuring(one, claim, ["the claim is committed", committed])

      const elsewhere = yield* other.call(claim)
      yield* one.restart
      const retried = yield* one.call(claim)
      assert.strictEqual(retried.status, 200, retried.text)
      assert.strictEqual(retried.text, elsewhere.text)
      assert.deepStrictEqual(yield* historyOf(database, action), {
        version: 2,
        state: "owned",
        moves: ["claim"],
        receipts: [retried.at("receipt.id")],
        events: ["action.claimed"]
      })

      // The result stays the original one after the Action has moved on.
      const finished = yield* one.call(transition({ action, expectedVersion: 2, type: "finish" }))
      assert.strictEqual(finished.status, 200, finished.text)
      assert.strictEqual((yield* other.call(claim)).text, retried.text)
    })
  )

  it.live("HUB-070: has done nothing when it died before the commit, and the retry executes at once", () =>
    Effect.gen(function* () {
      const { database, one, other } = yield* startTwo
      const [action = ""] = yield* insertActions(database, 1)
      const claim = transition({ action, expectedVersion: 1 })
      yield* arm(one, { point: "before_commit", ...held })
      yield* killDuring(one, claim, ["the claim is about to be committed", beforeCommit(database)])

      assert.deepStrictEqual(yield* historyOf(database, action), {
        version: 1,
        state: "unowned",
        moves: [],
        receipts: [],
        events: []
      })
      assert.strictEqual(yield* database.value("SELECT count(*)::int FROM idempotency_keys"), 0)
      const retried = yield* other.call(claim)
      assert.strictEqual(retried.status, 200, retried.text)
      yield* one.restart
      assert.strictEqual((yield* one.call(claim)).text, retried.text)
      assert.deepStrictEqual((yield* historyOf(database, action)).moves, ["claim"])
    })
  )

  it.live("PAR-127: replays the stored answer when it died after the commit and before the reply", () =>
    Effect.gen(function* () {
      const { database, one, other } = yield* startTwo
      const call = acknowledge("crash-after-commit")
      yield* arm(one, { point: "after_commit", ...held })
      yield* killDuring(one, call, ["the acknowledgement is committed", isAcknowledged(database)])

      const elsewhere = yield* other.call(call)
      yield* one.restart
      const retried = yield* one.call(call)
      assert.strictEqual(retried.status, 200, retried.text)
      assert.strictEqual(retried.text, elsewhere.text)
      assert.strictEqual(retried.headers["x-idempotent-replay"], "true")
    })
  )

  it.live(
    "PAR-123, PAR-127: keeps the key of a request that died before its commit until the lease ends, then executes once",
    () =>
      Effect.gen(function* () {
        const { database, one, other } = yield* startTwo
        const call = acknowledge("crash-before-commit")
        yield* arm(one, { point: "before_commit", ...held })
        const waiting = Effect.zipWith(isInFlight(database), beforeCommit(database), (leased, begun) => leased && begun)
        yield* killDuring(one, call, ["the acknowledgement is about to be committed", waiting])

        assert.isFalse(yield* isAcknowledged(database))
        yield* one.restart
        for (const server of [one, other]) {
          const early = yield* server.call(call)
          assert.deepStrictEqual([early.status, early.at("code")], [409, "idempotency_in_flight"], early.text)
        }
        assert.isFalse(yield* isAcknowledged(database))

        const advanced = yield* other.call({ method: "POST", path: "/__test/clock", body: { advanceSeconds: 181 } })
        assert.isBelow(advanced.status, 300, advanced.text)
        const executed = yield* other.call(call)
        assert.strictEqual(executed.status, 200, executed.text)
        assert.isUndefined(executed.headers["x-idempotent-replay"])
        assert.isTrue(yield* isAcknowledged(database))
        const replayed = yield* one.call(call)
        assert.deepStrictEqual([replayed.status, replayed.text], [200, executed.text])
        assert.strictEqual(replayed.headers["x-idempotent-replay"], "true")
      })
  )
})
