import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { guestXid } from "../../src/demo/demoGuests.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import type { Call } from "../support/http/httpCall.ts"
import { operator } from "../support/partner.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { codes, done, race, times, withStatus } from "./racing.ts"

const ownPage = { "sec-fetch-site": "same-origin" }

/** The headers of a session that begins in one process and is used in both. */
const signIn = Effect.gen(function* () {
  const { one } = yield* Pair
  const headers = { ...(yield* operator("S_manage")), ...ownPage }
  const reply = yield* one.call({ method: "POST", path: "/api/v1/session", headers })
  assert.strictEqual(reply.status, 204, reply.text)
  const [cookie = ""] = String(reply.headers["set-cookie"]).split(";")
  return { cookie, ...ownPage }
})

const command = (headers: Readonly<Record<string, string>>, body: unknown): Call => ({
  method: "POST",
  path: `/api/v1/orgs/${organizationXid("A")}/collaboration?scope=ws-a-main`,
  headers: { ...headers, "idempotency-key": crypto.randomUUID() },
  body
})

const ask = { type: "ask_privately", guestId: guestXid("g1"), question: "What now?" }

const unlimited = { HUB_LIMIT_OPERATOR: "1000000", HUB_LIMIT_OPERATOR_WRITES: "1000000" }

postgres.describe("private answers between two processes over one database", () => {
  layer(pair(unlimited), { excludeTestServices: true })((it) => {
    it.effect(
      "INT-015: of four concurrent publications of an answer through two processes one adds a message and an event",
      () =>
        Effect.gen(function* () {
          const { database } = yield* Pair
          const headers = yield* signIn
          const head = database.value(
            "SELECT c.events FROM workspace_counters c JOIN workspaces w ON w.id = c.workspace_id WHERE w.xid = 'ws-a-main'"
          )
          const before = Number(yield* head)
          const [rounds, ids] = [times(50), new Set<unknown>()]
          for (const round of rounds) {
            const answer = yield* done(command(headers, { ...ask, question: `Round ${round}?` }))
            const publish = { type: "publish_ai_answer", privateAnswerId: answer.at("id") }
            const replies = yield* race(times(4).map(() => command(headers, publish)))
            assert.deepStrictEqual(codes(replies).toSorted(), [
              "200 undefined",
              "409 already_published",
              "409 already_published",
              "409 already_published"
            ])
            ids.add(withStatus(replies, 200)[0]?.at("published.messageId"))
          }
          assert.strictEqual(ids.size, rounds.length)
          assert.strictEqual(Number(yield* head), before + rounds.length)
          const messages = yield* database.query(
            "SELECT m.xid FROM messages m JOIN private_ai_messages p ON p.id = m.private_message_id WHERE m.delivery_status IS NULL"
          )
          for (const id of ids) assert.isTrue(messages.some(([xid]) => xid === id))
          const broken = yield* database.query(
            "SELECT c.id FROM conversations c WHERE c.messages <> (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id)"
          )
          assert.deepStrictEqual(broken, [])
          const deadlocks = "SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()"
          assert.strictEqual(yield* database.value(deadlocks), 0)
        })
    )

    it.effect(
      "INT-015: one question sent ten times at once to both processes is stored once, and all get its answer",
      () =>
        Effect.gen(function* () {
          const { database } = yield* Pair
          const call = command(yield* signIn, { ...ask, question: "Only once?" })
          const replies = yield* race(times(10).map(() => call))
          assert.lengthOf(withStatus(replies, 200), 10)
          assert.strictEqual(new Set(replies.map(({ text }) => text)).size, 1)
          const stored = "SELECT count(*)::integer FROM private_ai_messages WHERE question = 'Only once?'"
          assert.strictEqual(yield* database.value(stored), 1)
        })
    )
  })
})
