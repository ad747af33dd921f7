import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { actionXid } from "../../../src/demo/demoActions.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { messageXid } from "../../../src/demo/demoMessages.ts"
import { messagePlan } from "../../../src/demo/messagePlan.ts"
import * as Messaging from "../../support/messaging.ts"
import { type Answer, at, keysOf, recordOf } from "../../support/http/service.ts"

const { ids, read, refused, walk } = Messaging
const { g1, g2, g_b, g_hidden, g_quiet, g_second } = demoIds.guests

const thread = (guest: string) => ({ view: "thread", guest })

/** Ids of a conversation's messages visible to a grant for the workspace and these teams, newest first. */
const visible = (conversation: string, teams: ReadonlyArray<string> = []) =>
  messagePlan
    .filter((fact) => fact.conversation === conversation && fact.excluded === undefined)
    .filter((fact) => fact.team === undefined || teams.includes(fact.team))
    .map((fact) => messageXid(fact.name))
    .toReversed()

const record = (pages: ReadonlyArray<Answer>, name: string) => {
  const found = pages.flatMap((page) => page.each("items")).find((item) => at(item, "id") === messageXid(name))
  return recordOf(found)
}

layer(Messaging.layer())("readMessaging view=thread", (it) => {
  it.effect("HUB-040, HUB-041, HUB-047: walks a conversation newest first, each visible message once, to its end", () =>
    Effect.gen(function* () {
      for (const [conversation, guest] of [
        ["g1", g1],
        ["g2", g2]
      ] as const) {
        const pages = yield* walk("KH_all", thread(guest))
        assert.deepStrictEqual(ids(pages), visible(conversation))
        const stored = messagePlan.filter((fact) => fact.conversation === conversation).length
        assert.strictEqual(pages.length, Math.ceil(stored / 100))
        for (const page of pages) {
          assert.isAtMost(page.each("items").length, 100)
          assert.deepStrictEqual(keysOf(page.body), ["view", "scope", "guest", "items", "nextCursor"])
          assert.strictEqual(page.at("guest"), guest)
        }
      }
    })
  )

  it.effect("HUB-040: a page can be empty and still have a nextCursor", () =>
    Effect.gen(function* () {
      const page = yield* read("KH_all", thread(g2))
      assert.deepStrictEqual(page.at("items"), [])
      assert.isString(page.at("nextCursor"))
    })
  )

  it.effect("HUB-038: omits sensitive, deleted, source-derived and private messages, for every audience", () =>
    Effect.gen(function* () {
      for (const key of ["KH_all", "KH_team", "KH_night"] as const) {
        const pages = yield* walk(key, thread(g1))
        for (const page of pages) assert.notMatch(page.text, /EXCLUDED (sensitive|deleted|source|ai|private)/)
        const hidden = yield* read(key, thread(g_hidden))
        assert.deepStrictEqual([hidden.status, hidden.at("items"), hidden.at("nextCursor")], [200, [], null])
      }
    })
  )

  it.effect("HUB-037: a grant that covers a team sees its messages; a grant for just a team sees no others", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(ids(yield* walk("KH_team", thread(g1))), visible("g1", ["team-night"]))
      assert.deepStrictEqual(ids(yield* walk("KH_team", thread(g2))), visible("g2", ["team-night"]))
      const night = yield* walk("KH_night", thread(g1))
      assert.deepStrictEqual(ids(night), [messageXid("g1-team")])
      assert.deepStrictEqual(record(night, "g1-team")["audience"], { kind: "team", teamId: "team-night" })
    })
  )

  it.effect("HUB-048: returns a message in full", () =>
    Effect.gen(function* () {
      const pages = yield* walk("KH_all", thread(g1))
      const edited = record(pages, "g1-edited")
      assert.deepStrictEqual(edited, {
        id: messageXid("g1-edited"),
        guestId: g1,
        direction: "outbound",
        channel: "chat",
        author: { kind: "operator", displayName: "Operator One" },
        body: "The shuttle leaves at nine.",
        createdAt: edited["createdAt"],
        editedAt: edited["editedAt"],
        deliveryStatus: "delivered",
        replyToId: null,
        actionId: null,
        audience: { kind: "workspace", teamId: null }
      })
      for (const time of [edited["createdAt"], edited["editedAt"]])
        assert.match(String(time), /^2026-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
      assert.strictEqual(record(pages, "g1-reply")["replyToId"], messageXid("g1-edited"))
      assert.strictEqual(record(pages, "g1-21")["actionId"], actionXid("unowned5"))
      const assistant = record(pages, "g1-assistant")
      assert.deepStrictEqual([at(assistant, "author.kind"), at(assistant, "direction")], ["assistant", "outbound"])
      for (const item of pages.flatMap((page) => page.each("items"))) {
        assert.include(["inbound", "outbound"], at(item, "direction"))
        assert.include(["sms", "email", "chat", "app"], at(item, "channel"))
        assert.include(["queued", "sent", "delivered", "failed", null], at(item, "deliveryStatus"))
      }
    })
  )

  it.effect("HUB-028: a guest without a conversation in the workspace is the same 404 as an unknown one", () =>
    Effect.gen(function* () {
      const bodies = []
      for (const guest of ["unknown", g_b, g_second, g_quiet, g1.toUpperCase()]) {
        bodies.push(refused(yield* read("KH_all", thread(guest)), 404, "not_found"))
      }
      for (const body of bodies) assert.deepStrictEqual(body, bodies[0])
    })
  )

  it.effect("HUB-003: returns the conversation in the requested one of a guest's two workspaces", () =>
    Effect.gen(function* () {
      const pages = yield* walk("KH_two", { ...thread(g1), scope: "ws-a-second" })
      assert.deepStrictEqual(ids(pages), visible("g1_second"))
    })
  )

  it.effect("HUB-031, HUB-032: a cursor fits its own parameter, and no other question, else 409 cursor_conflict", () =>
    Effect.gen(function* () {
      const nextCursor = String((yield* read("KH_all", thread(g1))).at("nextCursor"))
      assert.match(nextCursor, /^[a-zA-Z0-9][a-zA-Z0-9:._-]*$/)
      assert.isAtMost(nextCursor.length, 180)
      const others = [
        { key: "KH_all", query: thread(g2) },
        { key: "KH_all", query: { view: "actions" } },
        { key: "KH_all", query: { view: "actions", guest: g1 } },
        { key: "KH_other", query: thread(g1) },
        { key: "KH_two", query: { ...thread(g1), scope: "ws-a-second" } },
        { key: "KH_B", query: { ...thread(g1), scope: "ws-b-main" } }
      ] as const
      for (const { key, query } of others) {
        refused(yield* read(key, { ...query, before: nextCursor }), 409, "cursor_conflict")
      }
      assert.strictEqual((yield* read("KH_threads", { ...thread(g1), before: nextCursor })).status, 200)
    })
  )

  it.effect("HUB-031: a cursor that was altered or never issued is 400 invalid_cursor", () =>
    Effect.gen(function* () {
      const nextCursor = String((yield* read("KH_all", thread(g1))).at("nextCursor"))
      const last = nextCursor.at(-1) === "A" ? "B" : "A"
      const altered = [
        "zzz",
        "c1.",
        "c1.AAAA",
        `${nextCursor.slice(0, -1)}${last}`,
        `${nextCursor.slice(0, 6)}${nextCursor.at(6) === "A" ? "B" : "A"}${nextCursor.slice(7)}`,
        nextCursor.slice(0, -1),
        `${nextCursor}A`,
        nextCursor.replace("c1.", "c2.")
      ]
      for (const before of altered) {
        refused(yield* read("KH_all", { ...thread(g1), before }), 400, "invalid_cursor")
        refused(yield* read("KH_all", { view: "actions", before }), 400, "invalid_cursor")
      }
    })
  )
})
