import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { tokenFor } from "../support/member.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { verifyLedger } from "./claims.ts"

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const atOnce = { concurrency: "unbounded" } as const
const rounds = times(50)

const me = "/v1/members/me"
const favorites = `${me}/collections/favorites`
const venue = demoIds.venues.V2
const notification = demoIds.notifications["M1_walletEarned_1"]

const authorization = `Bearer ${await Effect.runPromise(tokenFor("M1"))}`
const asM1 = (method: Call["method"], path: string, body?: unknown): Call => ({
  method,
  path,
  headers: { authorization },
  ...(body === undefined ? {} : { body })
})

/** The same request 20 times at once, half of it through each process. */
const race = Effect.fnUntraced(function* (call: Call) {
  const { one, other } = yield* Pair
  return yield* Effect.all(
    times(20).map((n) => (n % 2 === 0 ? one : other).call(call)),
    atOnce
  )
})

const withStatus = (replies: ReadonlyArray<Reply>, status: number) =>
  replies.filter((reply) => reply.status === status).length

/** The answer of both processes, which has to be the same. */
const agreed = Effect.fnUntraced(function* (path: string) {
  const { one, other } = yield* Pair
  const [first, second] = yield* Effect.all([one.call(asM1("GET", path)), other.call(asM1("GET", path))])
  assert.strictEqual(first.text, second.text)
  return first
})

postgres.describe("a member's collections behind two processes", () => {
  layer(pair({ HUB_LIMIT_MEMBER: "10000000" }), { excludeTestServices: true })((it) => {
    it.effect(
      "MEM-111: one of 20 parallel adds is 201 and 19 are 409; one of 20 parallel removals is 204 and 19 are 404",
      () =>
        Effect.gen(function* () {
          const { one } = yield* Pair
          const before = (yield* agreed(favorites)).at("total")
          yield* Effect.forEach(rounds, (round) =>
            Effect.gen(function* () {
              const added = yield* race(asM1("POST", favorites, { propertyDocumentId: venue }))
              assert.deepStrictEqual([withStatus(added, 201), withStatus(added, 409)], [1, 19])
              const listed = yield* agreed(favorites)
              assert.strictEqual(listed.at("total"), Number(before) + 1)
              assert.deepStrictEqual(listed.at("items.0"), added.find(({ status }) => status === 201)?.at(""))
              const remove = asM1("DELETE", `${favorites}/${venue}`)
              if (round % 5 > 0) return assert.strictEqual((yield* one.call(remove)).status, 204)
              const removed = yield* race(remove)
              assert.deepStrictEqual([withStatus(removed, 204), withStatus(removed, 404)], [1, 19])
            })
          )
          assert.strictEqual((yield* agreed(favorites)).at("total"), before)
        })
    )

    it.effect(
      "MEM-106, MEM-108, A-30: 20 parallel mark-unreads raise the count once, each with an updatedAt of its own",
      () =>
        Effect.gen(function* () {
          const { one } = yield* Pair
          const path = `${me}/notifications/${notification}`
          const unread = Effect.map(agreed(`${me}/notifications/unread-count`), ({ at }) => Number(at("unreadCount")))
          yield* Effect.forEach(rounds, () =>
            Effect.gen(function* () {
              const read = yield* one.call(asM1("PATCH", `${path}/read`))
              assert.strictEqual(read.at("isRead"), true)
              const before = yield* unread
              const marked = yield* race(asM1("PATCH", `${path}/unread`))
              assert.strictEqual(withStatus(marked, 200), 20)
              for (const { at } of marked) assert.deepStrictEqual([at("isRead"), at("readAt")], [false, null])
              assert.strictEqual(new Set(marked.map(({ at }) => at("updatedAt"))).size, 20)
              assert.strictEqual(yield* unread, before + 1)
            })
          )
        })
    )

    it.effect("MEM-109: parallel mark-reads and mark-unreads leave counts that agree with the lists", () =>
      Effect.gen(function* () {
        const { one, other } = yield* Pair
        const ids = Object.values(demoIds.notifications).slice(0, 8)
        yield* Effect.forEach(times(10), (round) =>
          Effect.gen(function* () {
            const marks = ids.flatMap((id, n) =>
              [one, other].map((server, side) =>
                server.call(
                  asM1("PATCH", `${me}/notifications/${id}/${(n + side + round) % 3 === 0 ? "unread" : "read"}`)
                )
              )
            )
            assert.strictEqual(withStatus(yield* Effect.all(marks, atOnce), 200), marks.length)
            const counted = yield* agreed(`${me}/notifications/unread-count`)
            const all = yield* agreed(`${me}/notifications?read=false&limit=1`)
            const wallet = yield* agreed(`${me}/notifications?read=false&wallet=true&limit=1`)
            assert.deepStrictEqual(counted.at(""), {
              unreadCount: all.at("total"),
              walletUnreadCount: wallet.at("total")
            })
          })
        )
      })
    )

    it.effect("MEM-109, MEM-111: favorites, notifications and their counts agree after all of these races", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        assert.include(yield* verifyLedger(database), `"count": 0`)
      })
    )
  })
})
