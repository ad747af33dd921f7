import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import type { Call } from "../support/httpCall.ts"
import { operator } from "../support/partner.ts"
import { Pair, pair } from "../support/processes.ts"
import { postgres } from "../support/servers.ts"
import { done, race, read, tally, times, withStatus } from "./racing.ts"

const ownPage = { "sec-fetch-site": "same-origin" }
const root = `/api/v1/orgs/${organizationXid("A")}/messaging?scope=ws-a-main`

/** The headers of a session that begins in one process and is used in both. */
const signIn = Effect.fnUntraced(function* (name: "S_manage" | "S_manage2" | "S_team") {
  const { one } = yield* Pair
  const headers = { ...(yield* operator(name)), ...ownPage }
  const reply = yield* one.call({ method: "POST", path: "/api/v1/session", headers })
  assert.strictEqual(reply.status, 204, reply.text)
  const [cookie = ""] = String(reply.headers["set-cookie"]).split(";")
  return { cookie, ...ownPage }
})

const command = (headers: Readonly<Record<string, string>>, body: unknown): Call => ({
  method: "POST",
  path: root,
  headers: { ...headers, "idempotency-key": crypto.randomUUID() },
  body
})

const external = (key: string, body: unknown): Call => ({
  method: "POST",
  path: "/api/external/v1/messaging?scope=ws-a-main",
  headers: { authorization: `Bearer ${key}`, "idempotency-key": crypto.randomUUID() },
  body
})

postgres.describe("Actions between two processes over one database", () => {
  layer(pair(), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect(
      "INT-014: of integrations and operators who claim one Action at once one gets it, with one event",
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
            const now = yield* read({ method: "GET", path: `${root}&id=${String(id)}`, headers: first })
            assert.deepStrictEqual([now.at("items.0.state"), now.at("items.0.version")], ["owned", 2])
            const since = Number(
              (yield* read({ method: "GET", path: `${root}&view=events&after=999999999`, headers: first })).at(
                "nextAfter"
              )
            )
            const feed = yield* read({
              method: "GET",
              path: `${root}&view=events&after=${since - 2}`,
              headers: first
            })
            assert.deepStrictEqual(
              [feed.at("items.0.kind"), feed.at("items.1.kind"), feed.at("items.1.resource.id")],
              ["action.created", "action.claimed", id]
            )
            assert.isUndefined(feed.at("items.2"))
          }
        }),
      120_000
    )

    it.effect("INT-014: one command sent ten times at once to both processes makes one Action", () =>
      Effect.gen(function* () {
        const headers = yield* signIn("S_manage")
        const sent = command(headers, { type: "create_action", title: "Once", kind: "concierge" })
        const replies = yield* race(times(10).map(() => sent))
        assert.lengthOf(withStatus(replies, 200), 10)
        assert.strictEqual(new Set(replies.map(({ text }) => text)).size, 1)
      })
    )

    it.effect("INT-046: a session that ends in one process is ended in the other", () =>
      Effect.gen(function* () {
        const { one, other } = yield* Pair
        const headers = yield* signIn("S_manage")
        assert.strictEqual((yield* other.call({ method: "GET", path: root, headers })).status, 200)
        assert.strictEqual((yield* one.call({ method: "DELETE", path: "/api/v1/session", headers })).status, 204)
        assert.strictEqual((yield* other.call({ method: "GET", path: root, headers })).status, 401)
      })
    )
  })
})
