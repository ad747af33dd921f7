import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { host, pathOf, place, resource } from "../support/assistant.ts"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import type { Call } from "../support/http/httpCall.ts"
import { makeLine } from "../support/servers/line.ts"
import { startServer } from "../support/servers/processes.ts"
import { chatHeaders, chatPath, form, smsPath, smsSignature } from "../support/providers.ts"
import { postgres } from "../support/servers/servers.ts"
import {
  arm,
  beforeCommit,
  historyOf,
  insertActions,
  readAction,
  readEvents,
  tally,
  transition,
  withKey
} from "./messaging.ts"
import { anHour } from "../support/anHour.ts"

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

postgres.describe("PostgreSQL that accepts connections and never answers", () => {
  it.live(
    "HUB-045, HUB-076: each request gets 503 at its deadline, and service resumes when PostgreSQL answers again",
    () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const line = yield* makeLine(database.url)
        const server = yield* startServer(line, { HUB_REQUEST_TIMEOUT_MS: "6000", HUB_DATABASE_TIMEOUT_MS: "3000" })
        const actions = yield* insertActions(database, 8)
        const reads: ReadonlyArray<Call> = [
          { method: "GET", path: "/api/external/v1/brands", headers: withKey("KH_all") },
          readAction(actions[0] ?? ""),
          readEvents(0)
        ]
        const claims = actions.map((action) => transition({ action, expectedVersion: 1 }))
        for (const call of reads) assert.strictEqual((yield* server.call(call)).status, 200)

        yield* line.hold
        const waiting = [...times(4).flatMap(() => reads), ...claims].map((call) => server.call(call))
        const replies = yield* Effect.all(waiting, { concurrency: "unbounded" })
        assert.deepStrictEqual(tally(replies), { "503 service_unavailable": waiting.length })
        assert.isFalse(yield* server.isReady)

        yield* line.release
        yield* eventually("the process is ready again", server.isReady)
        for (const [n, claim] of claims.entries()) {
          const retried = yield* server.call(claim)
          assert.strictEqual(retried.status, 200, retried.text)
          const { moves, receipts } = yield* historyOf(database, actions[n] ?? "")
          assert.deepStrictEqual([moves, receipts], [["claim"], [retried.at("receipt.id")]])
        }
      })
  )

  it.live("HUB-070: leaves no transition waiting for its commit, and a retry returns its outcome", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const line = yield* makeLine(database.url)
      const server = yield* startServer(line, { HUB_REQUEST_TIMEOUT_MS: "20000", HUB_DATABASE_TIMEOUT_MS: "4000" })
      const [action = ""] = yield* insertActions(database, 1)
      const claim = transition({ action, expectedVersion: 1 })
      yield* arm(server, { point: "before_commit", times: 1, delayMs: 8000 })
      const pending = yield* Effect.forkChild(server.call(claim))
      yield* eventually("the claim is about to be committed", beforeCommit(database))
      yield* line.hold
      const reply = yield* Fiber.join(pending)
      assert.strictEqual(reply.status, 503, reply.text)

      yield* line.release
      yield* eventually("the process is ready again", server.isReady)
      const retried = yield* server.call(claim)
      assert.strictEqual(retried.status, 200, retried.text)
      const { moves, receipts } = yield* historyOf(database, action)
      assert.deepStrictEqual([moves, receipts], [["claim"], [retried.at("receipt.id")]])
    })
  )

  it.live("A-138, A-145: images of pages and questions of the edge get 503 at the deadline as well", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const line = yield* makeLine(database.url)
      const server = yield* startServer(line, {
        HUB_REQUEST_TIMEOUT_MS: "6000",
        HUB_DATABASE_TIMEOUT_MS: String(anHour)
      })
      const page = yield* server.call({ method: "GET", path: "/p/organization-a/v1-published" })
      const image = /\/media\/images\/[^ "]+/.exec(page.text)?.[0] ?? assert.fail("The page shows no image")
      const calls = [image, "/__edge/ask?domain=www.hotels-a.example"].map((path): Call => ({ method: "GET", path }))
      for (const call of calls) assert.strictEqual((yield* server.call(call)).status, 200)

      yield* line.hold
      const waiting = Effect.forEach(calls, server.call, { concurrency: "unbounded" })
      assert.deepStrictEqual(tally(yield* waiting), { "503 service_unavailable": 2 })
    })
  )

  it.live(
    "INT-032, INT-039, INT-041: leaves no assistant and no provider waiting, and accepts the same requests afterwards",
    () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const line = yield* makeLine(database.url)
        // Only the deadlines of requests end these waits: the database's own are far longer.
        const server = yield* startServer(line, {
          HUB_REQUEST_TIMEOUT_MS: "6000",
          HUB_DATABASE_TIMEOUT_MS: String(anHour),
          HUB_ASSISTANT_RESOURCE: resource
        })
        const assistant: Call = {
          method: "POST",
          path: pathOf(),
          headers: yield* host("AT_write"),
          body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_tasks", arguments: place } }
        }
        const command = JSON.stringify({ command: "link", userId: "U-SILENCE", userName: "Nobody" })
        const chat: Call = {
          method: "POST",
          path: chatPath("chat_a", "commands"),
          headers: { "content-type": "application/json", ...chatHeaders(command) },
          body: new TextEncoder().encode(command)
        }
        const path = smsPath("sms_a", "queued")
        const signature = smsSignature(`http://127.0.0.1:${server.port}${path}`, { status: "sent" })
        const sms: Call = {
          method: "POST",
          path,
          headers: { "content-type": form, "x-sms-signature": signature },
          body: new TextEncoder().encode("status=sent")
        }
        assert.strictEqual((yield* server.call(assistant)).status, 200)

        yield* line.hold
        const waiting = [assistant, chat, sms].map((call) => server.call(call))
        const replies = yield* Effect.all(waiting, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          replies.map(({ status, text }) => `${status} ${text.includes("service_unavailable")}`),
          replies.map(() => "503 true")
        )

        yield* line.release
        yield* eventually("the process is ready again", server.isReady)
        assert.strictEqual((yield* server.call(assistant)).status, 200)
        const linked = yield* server.call(chat)
        assert.isString(linked.at("linkToken"), linked.text)
        assert.strictEqual((yield* server.call(sms)).status, 200)
        const status = "SELECT d.status FROM deliveries d WHERE d.xid = $1"
        assert.strictEqual(yield* database.value(status, [path.split("/").at(-1)]), "sent")
      })
  )
})
