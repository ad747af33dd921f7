import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import type { Call } from "../support/http/httpCall.ts"
import { host, pathOf, place, resource } from "../support/assistant.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { command, messagingPath, signIn } from "./operators.ts"
import { done, race, read, tally, times, withStatus } from "./racing.ts"

const external = (key: string, body: unknown): Call => ({
  method: "POST",
  path: "/api/external/v1/messaging?scope=ws-a-main",
  headers: { authorization: `Bearer ${key}`, "idempotency-key": crypto.randomUUID() },
  body
})

postgres.describe("Actions between two processes over one database", () => {
  layer(pair({ HUB_ASSISTANT_RESOURCE: resource }), { excludeTestServices: true })((it) => {
    it.effect(
      "INT-014: of two integrations and two operators who claim an Action at once one gets it, with one event",
      () =>
        Effect.gen(function* () {
          const [maker, first, second] = [
            yield* signIn("S_team"),
            yield* signIn("S_manage"),
            yield* signIn("S_manage2")
          ]
          for (const round of times(50)) {
            const made = yield* done(
              command(maker, { type: "create_action", title: `Round ${round}`, kind: "concierge" })
            )
            const id = made.at("action.id")
            const claim = { type: "claim", id, expectedVersion: 1 }
            const replies = yield* race([
              command(first, claim),
              external(hubKeys.KH_all, claim),
              command(second, claim),
              external(hubKeys.KH_other, claim)
            ])
            assert.deepStrictEqual(tally(replies), { 200: 1, 409: 3 })
            const now = yield* read({ method: "GET", path: `${messagingPath}&id=${String(id)}`, headers: first })
            assert.deepStrictEqual([now.at("items.0.state"), now.at("items.0.version")], ["owned", 2])
            const since = Number(
              (yield* read({ method: "GET", path: `${messagingPath}&view=events&after=999999999`, headers: first })).at(
                "nextAfter"
              )
            )
            const feed = yield* read({
              method: "GET",
              path: `${messagingPath}&view=events&after=${since - 2}`,
              headers: first
            })
            assert.deepStrictEqual(
              [feed.at("items.0.kind"), feed.at("items.1.kind"), feed.at("items.1.resource.id")],
              ["action.created", "action.claimed", id]
            )
            assert.isUndefined(feed.at("items.2"))
          }
        })
    )

    it.effect(
      "INT-014, INT-034: of an integration's claim, an operator's claim and an assistant's cancellation one succeeds",
      () =>
        Effect.gen(function* () {
          const { one } = yield* Pair
          const [maker, claimant] = [yield* signIn("S_team"), yield* signIn("S_manage2")]
          const assistant = yield* host("AT_write")
          for (const round of times(50)) {
            const made = yield* done(
              command(maker, { type: "create_action", title: `Raced ${round}`, kind: "concierge" })
            )
            const id = made.at("action.id")
            const claim = { type: "claim", id, expectedVersion: 1 }
            const cancel: Call = {
              method: "POST",
              path: pathOf(),
              headers: assistant,
              body: {
                jsonrpc: "2.0",
                id: round,
                method: "tools/call",
                params: {
                  name: "cancel_task",
                  arguments: { ...place, taskId: id, expectedVersion: 1, clientRequestId: `raced-${round}-cancel` }
                }
              }
            }
            const [integration, operator, cancellation] = yield* race([
              external(hubKeys.KH_other, claim),
              command(claimant, claim),
              cancel
            ])
            const isCancelled = cancellation?.at("result.isError") === undefined && cancellation?.status === 200
            const wins = [integration?.status === 200, operator?.status === 200, isCancelled].filter((won) => won)
            assert.lengthOf(wins, 1, `${integration?.text} ${operator?.text} ${cancellation?.text}`)
            const now = yield* one.call({ method: "GET", path: `${messagingPath}&id=${String(id)}`, headers: claimant })
            assert.deepStrictEqual(
              [now.at("items.0.version"), now.at("items.0.state")],
              [2, isCancelled ? "cancelled" : "owned"]
            )
          }
        })
    )

    it.effect("INT-014: one command sent ten times at once to both processes makes one Action", () =>
      Effect.gen(function* () {
        const headers = yield* signIn("S_manage")
        const creation = command(headers, { type: "create_action", title: "Once", kind: "concierge" })
        const replies = yield* race(times(10).map(() => creation))
        assert.lengthOf(withStatus(replies, 200), 10)
        assert.strictEqual(new Set(replies.map(({ text }) => text)).size, 1)
      })
    )

    it.effect("INT-046: a session that ends in one process is ended in the other", () =>
      Effect.gen(function* () {
        const { one, other } = yield* Pair
        const headers = yield* signIn("S_manage")
        assert.strictEqual((yield* other.call({ method: "GET", path: messagingPath, headers })).status, 200)
        assert.strictEqual((yield* one.call({ method: "DELETE", path: "/api/v1/session", headers })).status, 204)
        assert.strictEqual((yield* other.call({ method: "GET", path: messagingPath, headers })).status, 401)
      })
    )
  })
})
