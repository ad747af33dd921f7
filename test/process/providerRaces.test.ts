import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import type { Call } from "../support/http/httpCall.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { command, report } from "./callbacks.ts"
import { signIn } from "./operators.ts"
import { race, tally, times, withStatus } from "./racing.ts"

postgres.describe("callbacks between two processes over one database", () => {
  layer(pair(), { excludeTestServices: true })((it) => {
    it.effect("INT-043: of two operators who confirm one link at once through both processes one is linked", () =>
      Effect.gen(function* () {
        const { one } = yield* Pair
        const [first, second] = [yield* signIn("S_manage"), yield* signIn("S_manage2")]
        for (const round of times(20)) {
          const externalUserId = `U-RACE-${round}`
          const link = yield* one.call(command({ command: "link", userId: externalUserId, userName: "Nobody" }))
          assert.strictEqual(link.status, 200, link.text)
          const confirm = (headers: Readonly<Record<string, string>>): Call => ({
            method: "POST",
            path: `/api/v1/chat-links/${String(link.at("linkToken"))}/confirm`,
            headers: { ...headers },
            body: { externalUserId }
          })
          const replies = yield* race([confirm(first), confirm(second), confirm(second), confirm(first)])
          assert.lengthOf(withStatus(replies, 200), 1, JSON.stringify(tally(replies)))
          for (const { status } of replies) assert.include([200, 404, 409], status)
        }
      })
    )

    it.effect("INT-039: the same callback ten times at once has one effect over both processes", () =>
      Effect.gen(function* () {
        for (const round of times(10)) {
          const same = command({ command: "link", userId: `U-SAME-${round}`, userName: "Nobody" })
          const replies = yield* race(times(10).map(() => same))
          assert.deepStrictEqual(tally(replies), { 200: 10 })
          assert.lengthOf(
            replies.filter(({ at }) => at("linkToken") !== undefined),
            1
          )
        }
      })
    )

    it.effect(
      "INT-041: concurrent reports of one delivery add at most one event for each step, and a late report adds none",
      () =>
        Effect.gen(function* () {
          const { one, other } = yield* Pair
          const session = yield* signIn("S_manage")
          const root = `/api/v1/orgs/${organizationXid("A")}/messaging?scope=ws-a-main&view=events`
          const events = (after: number) =>
            one.call({ method: "GET", path: `${root}&after=${after}`, headers: session })
          const before = Number((yield* events(999_999_999)).at("nextAfter"))
          const statuses = ["delivered", "sent", "delivered", "sent", "sent", "delivered", "sent", "delivered"]
          const replies = yield* Effect.all(
            statuses.map((status, n) =>
              n % 2 === 0 ? one.call(report(one, status)) : other.call(report(other, status))
            ),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(tally(replies), { 200: statuses.length })
          const feed = yield* events(before)
          const kinds = times(5)
            .map((n) => feed.at(`items.${n}.kind`))
            .filter((kind) => kind !== undefined)
          assert.include([1, 2], kinds.length, "sent and delivered, or delivered alone")
          assert.deepStrictEqual(new Set(kinds), new Set(["message.delivery_updated"]))
          assert.strictEqual((yield* one.call(report(one, "sent"))).status, 200)
          const now = Number((yield* events(999_999_999)).at("nextAfter"))
          assert.strictEqual(now, before + kinds.length, "a late report adds no event")
        })
    )
  })
})
