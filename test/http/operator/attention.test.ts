import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { keyHeader } from "../../support/messaging.ts"
import {
  action,
  added,
  attention,
  type Body,
  comments,
  idOf,
  ids,
  message,
  missing,
  post,
  react,
  read,
  rows,
  send,
  tablesOf
} from "../../support/collaboration.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import { statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

layer(operatorLayer())("attention of operators", (it) => {
  it.effect("INT-008: only its operator can snooze an attention item or mark it as read; others get 404", () =>
    Effect.gen(function* () {
      const attentionId = idOf(demoIds.attentionItems, "mentioning_read-read")
      const open = (name: string) => Effect.map(read(name), (state) => state.at("attention"))
      assert.strictEqual(yield* open("read"), 1)
      const snooze = (name: string, until: string, id: string = attentionId) =>
        send(name, { type: "snooze_attention", attentionId: id, until })
      const mark = (name: string, id: string = attentionId) =>
        send(name, { type: "mark_attention_read", attentionId: id })
      const until = new Date(Date.now() + 86_400_000).toISOString()
      for (const name of ["manage", "manage2", "team"]) {
        assert.deepStrictEqual(statusAndCode(yield* snooze(name, until)), missing, name)
        assert.deepStrictEqual(statusAndCode(yield* mark(name)), missing, name)
      }
      const aboutDeleted = idOf(demoIds.attentionItems, "on_deleted-read")
      assert.deepStrictEqual(statusAndCode(yield* mark("read", aboutDeleted)), missing)
      const bad = ["2026-01-01T00:00:00Z", new Date(Date.now() + 367 * 86_400_000).toISOString()]
      for (const time of bad) {
        assert.deepStrictEqual(statusAndCode(yield* snooze("read", time)), [400, "invalid_snooze"], time)
      }
      const before = yield* rows
      const snoozed = yield* snooze("read", until)
      assert.deepStrictEqual(
        [snoozed.at("snoozedUntil"), snoozed.at("readAt"), snoozed.at("isOpen")],
        [until, null, false],
        snoozed.text
      )
      assert.deepStrictEqual(tablesOf(added(before, yield* rows)), ["attentionItems", "auditLog"])
      assert.strictEqual(yield* open("read"), 0)
      const marked = yield* mark("read")
      assert.isString(marked.at("readAt"))
      assert.deepStrictEqual([marked.at("snoozedUntil"), marked.at("isOpen")], [null, false])
      const markedRows = yield* rows
      assert.strictEqual((yield* mark("read")).at("readAt"), marked.at("readAt"))
      assert.deepStrictEqual(added(markedRows, yield* rows), [], "a repetition writes nothing")
      const again = yield* snooze("read", until)
      assert.deepStrictEqual([again.at("readAt"), again.at("snoozedUntil")], [null, until])
    })
  )

  it.effect("INT-013: an operator never sees another's attention, nor items about subjects hidden from them", () =>
    Effect.gen(function* () {
      const named = (name: string) => idOf(demoIds.attentionItems, name)
      assert.deepStrictEqual(ids(yield* attention("read")), [named("mentioning_read-read")])
      assert.deepStrictEqual(ids(yield* attention("manage")), [named("mentioning_manage-manage")])
      assert.deepStrictEqual(ids(yield* attention("team")), [named("mentioning_manage-team")])
      assert.deepStrictEqual(yield* attention("manage2"), [])
    })
  )

  it.effect("INT-014, INT-015: assigning or handing off an Action to another operator creates an attention item", () =>
    Effect.gen(function* () {
      const { post: write } = yield* operatorRoutes()
      const command = (name: string, body: Body) => write("/messaging?scope=ws-a-main", sessionOf(name), body)
      const create = (change: Body) =>
        command("manage", { type: "create_action", title: "Towels", kind: "housekeeping", ...change })
      const kinds = Effect.map(attention("manage2"), (items) =>
        items.map((item) => [Service.at(item, "kind"), Service.at(item, "subject.id"), Service.at(item, "from.id")])
      )
      const before = yield* attention("manage")
      const own = yield* create({ ownerOperatorId: operatorSubject("manage") })
      assert.deepStrictEqual(yield* attention("manage"), before)
      assert.deepStrictEqual([own.status, yield* kinds], [200, []])
      const assigned = yield* create({ ownerOperatorId: operatorSubject("manage2") })
      const handed = yield* command("manage", {
        type: "hand_off",
        id: own.at("action.id"),
        expectedVersion: 1,
        to: { kind: "operator", id: operatorSubject("manage2") }
      })
      assert.strictEqual(handed.status, 200, handed.text)
      const from = operatorSubject("manage")
      assert.deepStrictEqual(yield* kinds, [
        ["assignment", own.at("action.id"), from],
        ["assignment", assigned.at("action.id"), from]
      ])
    })
  )

  it.effect("A-163: releasing, finishing or cancelling an Action does not change its attention item", () =>
    Effect.gen(function* () {
      const { post: write } = yield* operatorRoutes()
      const command = Effect.fnUntraced(function* (name: string, body: Body) {
        const answer = yield* write("/messaging?scope=ws-a-main", sessionOf(name), body)
        assert.strictEqual(answer.status, 200, answer.text)
        return answer.at("action.id")
      })
      const owner = "manage2"
      for (const change of [
        { type: "hand_off", to: { kind: "nobody" } },
        { type: "finish", evidence: "Handed over" },
        { type: "cancel_action" }
      ]) {
        const ownerOperatorId = operatorSubject(owner)
        const id = yield* command("manage", {
          type: "create_action",
          title: "Towels",
          kind: "housekeeping",
          ownerOperatorId
        })
        const before = yield* attention(owner)
        assert.isTrue(
          before.some((item) => Service.at(item, "subject.id") === id),
          change.type
        )
        yield* command(owner, { ...change, id, expectedVersion: 1 })
        assert.deepStrictEqual(yield* attention(owner), before, change.type)
      }
    })
  )
})

layer(operatorLayer())("collaboration in other views", (it) => {
  it.effect("INT-013: the state counts the Actions visible to the operator by their state", () =>
    Effect.gen(function* () {
      const { get } = yield* operatorRoutes()
      for (const name of ["read", "team"]) {
        const state = yield* read(name)
        for (const kind of ["unowned", "owned", "finished", "cancelled"]) {
          let before: unknown = undefined
          let count = 0
          do {
            const cursor = before === undefined ? "" : `&before=${String(before)}`
            const page = yield* get(`/messaging?scope=ws-a-main&view=actions&state=${kind}${cursor}`, sessionOf(name))
            count += page.each("items").length
            before = page.at("nextCursor") ?? undefined
          } while (before !== undefined)
          assert.isAbove(count, 0)
          assert.strictEqual(state.at(`actions.${kind}`), count, `${name} ${kind}`)
        }
      }
    })
  )

  it.effect("INT-012: a thread shows the total and the three latest comments of each message", () =>
    Effect.gen(function* () {
      const { get } = yield* operatorRoutes()
      const subject = message("g1-230")
      const posted = yield* Effect.forEach([1, 2, 3, 4], (n) => post("manage", subject, { body: `Comment ${n}` }))
      const page = yield* get(`/messaging?scope=ws-a-main&view=thread&guest=${demoIds.guests.g1}`, sessionOf("read"))
      const items = page.each("items")
      const record = items.find((item) => Service.at(item, "id") === subject.id)
      const listed = (yield* comments("read", subject)).each("items")
      assert.deepStrictEqual(ids(listed), posted.map((answer) => answer.at("id")).toReversed())
      assert.deepStrictEqual(Service.at(record, "comments"), { total: 4, latest: listed.slice(0, 3) })
      const none = items.find((item) => Service.at(item, "id") === message("g1-229").id)
      assert.deepStrictEqual(Service.at(none, "comments"), { total: 0, latest: [] })
    })
  )

  it.effect("HUB-038: comments and reactions change nothing in the external actions, thread and events views", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const external = Effect.forEach(
        ["view=actions", `view=thread&guest=${demoIds.guests.g1}`, "view=events&after=0"],
        (query) =>
          Effect.map(
            call("GET", `/api/external/v1/messaging?scope=ws-a-main&${query}`, { headers: keyHeader("KH_team") }),
            ({ text, status }) => [status, text]
          )
      )
      const before = yield* external
      assert.deepStrictEqual(
        before.map(([status]) => status),
        [200, 200, 200]
      )
      const subjects = [action("unowned1"), message("g1-225")]
      for (const subject of subjects) {
        const posted = yield* post("manage", subject, { mentions: [operatorSubject("read")] })
        assert.strictEqual(posted.status, 200, posted.text)
      }
      yield* react("manage", message("g1-225").id)
      assert.deepStrictEqual(yield* external, before)
      assert.notInclude(JSON.stringify(before), "COMMENT")
    })
  )
})
