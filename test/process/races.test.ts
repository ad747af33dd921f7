import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { arm, historyOf, insertActions, readAction, readEvents, tally, transition } from "./messaging.ts"

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const atOnce = { concurrency: "unbounded" } as const

postgres.describe("two processes over one database", () => {
  layer(pair(), { excludeTestServices: true })((it) => {
    it.effect("HUB-069: lets exactly one of 20 parallel claims by two integrations win", () =>
      Effect.gen(function* () {
        const { database, one, other } = yield* Pair
        const actions = yield* insertActions(database, 3)
        yield* Effect.forEach(actions, (action) =>
          Effect.gen(function* () {
            // Claims of each integration go through each process.
            const claims = times(20).map((n) =>
              (n % 2 === 0 ? one : other).call(
                transition({ action, expectedVersion: 1, by: n % 4 < 2 ? "KH_all" : "KH_other" })
              )
            )
            const replies = yield* Effect.all(claims, atOnce)
            const won = replies.filter(({ status }) => status === 200)
            assert.strictEqual(won.length, 1)
            const { "200": _, ...lost } = tally(replies)
            assert.strictEqual((lost["409 action_already_owned"] ?? 0) + (lost["409 version_conflict"] ?? 0), 19)
            assert.deepStrictEqual(yield* historyOf(database, action), {
              version: 2,
              state: "owned",
              moves: ["claim"],
              receipts: [won[0]?.at("receipt.id")],
              events: ["action.claimed"]
            })
            const read = yield* Effect.all([one.call(readAction(action)), other.call(readAction(action))])
            assert.deepStrictEqual(
              read.map(({ at }) => at("items.0.version")),
              [2, 2]
            )
          })
        )
      })
    )

    it.effect(
      "HUB-072: ten parallel requests with one key make one transition, and all successes have the same answer",
      () =>
        Effect.gen(function* () {
          const { database, one, other } = yield* Pair
          const actions = yield* insertActions(database, 5)
          yield* Effect.forEach(actions, (action) =>
            Effect.gen(function* () {
              const same = transition({ action, expectedVersion: 1 })
              const replies = yield* Effect.all(
                times(10).map((n) => (n % 2 === 0 ? one : other).call(same)),
                atOnce
              )
              const made = replies.filter(({ status }) => status === 200)
              assert.isAtLeast(made.length, 1)
              assert.strictEqual(
                made.length + (tally(replies)["409 idempotency_in_progress"] ?? 0),
                10,
                JSON.stringify(tally(replies))
              )
              const afterwards = [yield* one.call(same), yield* other.call(same)]
              assert.deepStrictEqual(new Set([...made, ...afterwards].map(({ text }) => text)).size, 1)
              assert.deepStrictEqual(yield* historyOf(database, action), {
                version: 2,
                state: "owned",
                moves: ["claim"],
                receipts: [made[0]?.at("receipt.id")],
                events: ["action.claimed"]
              })
            })
          )
        })
    )

    it.effect("HUB-073: keeps the same key of two integrations apart, sent at once through two processes", () =>
      Effect.gen(function* () {
        const { database, one, other } = yield* Pair
        const [mine = "", theirs = ""] = yield* insertActions(database, 2)
        const idempotencyKey = "same-key-0001"
        const replies = yield* Effect.all(
          [
            one.call(transition({ action: mine, expectedVersion: 1, by: "KH_all", idempotencyKey })),
            other.call(transition({ action: theirs, expectedVersion: 1, by: "KH_other", idempotencyKey }))
          ],
          atOnce
        )
        assert.deepStrictEqual(
          replies.map(({ at }) => at("transition.actionId")),
          [mine, theirs]
        )
      })
    )

    it.effect(
      "HUB-044: shows every event once and in order to a poller while 20 writers commit through two processes",
      () =>
        Effect.gen(function* () {
          const { database, one, other } = yield* Pair
          const actions = yield* insertActions(database, 100)
          const start = Number((yield* one.call(readEvents(Number.MAX_SAFE_INTEGER))).at("nextAfter"))
          // Some commits come late: a sequence assigned early would become visible behind later ones.
          yield* Effect.forEach([one, other], (server) =>
            arm(server, { point: "before_commit", times: 30, delayMs: 15 })
          )

          const writer = (n: number) =>
            Effect.forEach(actions.slice(5 * n, 5 * n + 5), (action, turn) =>
              Effect.gen(function* () {
                const [first, second] = (n + turn) % 2 === 0 ? [one, other] : [other, one]
                const claimed = yield* first.call(transition({ action, expectedVersion: 1 }))
                const finished = yield* second.call(transition({ action, expectedVersion: 2, type: "finish" }))
                assert.deepStrictEqual(
                  [claimed.status, finished.status],
                  [200, 200],
                  `${claimed.text} ${finished.text}`
                )
              })
            )
          let writing = true
          const writers = Effect.ensuring(
            Effect.forEach(times(20), writer, atOnce),
            Effect.sync(() => {
              writing = false
            })
          )

          const polled: Array<unknown> = []
          const poller = Effect.gen(function* () {
            let after = start
            for (let turn = 0; ; turn++) {
              const wasWriting = writing
              const page = yield* (turn % 2 === 0 ? one : other).call(readEvents(after))
              assert.strictEqual(page.status, 200, page.text)
              const items = page.at("items")
              if (Array.isArray(items)) {
                polled.push(...items.map((item) => (Predicate.hasProperty(item, "sequence") ? item.sequence : item)))
              }
              after = Number(page.at("nextAfter"))
              if (!wasWriting && page.at("hasMore") === false) return turn
            }
          })
          const [turns] = yield* Effect.all([poller, writers], atOnce)

          const written = yield* database.query(
            `SELECT e.sequence::int FROM messaging_events e JOIN workspaces w ON w.id = e.workspace_id
            WHERE w.xid = 'ws-a-main' AND e.sequence > $1 ORDER BY e.sequence`,
            [start]
          )
          assert.strictEqual(written.length, 200)
          assert.deepStrictEqual(
            polled,
            written.map(([sequence]) => sequence)
          )
          assert.deepStrictEqual(
            polled,
            times(200).map((n) => start + 1 + n)
          )
          // The poller read all along and not only at the end.
          assert.isAbove(turns, 10)
        })
    )
  })
})
