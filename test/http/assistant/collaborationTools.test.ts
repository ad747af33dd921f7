import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { callTool, host, resultOf } from "../../support/assistant.ts"
import { actionId, layer as service } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const { each } = Service

const messageId = (name: string) => {
  const id: unknown = Reflect.get(demoIds.messages, name)
  return typeof id === "string" ? id : assert.fail(`no demo message ${name}`)
}

const comments = (headers: Readonly<Record<string, string>>, subjectType: string, subjectId: string) =>
  Effect.map(callTool(headers, "list_comments", { subjectType, subjectId }), resultOf)

const of = (name: Parameters<typeof operatorSubject>[0]) => host("AT_read", { subject: operatorSubject(name) })

layer(service({ environment: { HUB_LIMIT_ASSISTANT: "1000000" } }))("comments and attention items", (it) => {
  it.effect("INT-033: list_comments lists operators' comments on a task or a message, newest first", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      assert.deepStrictEqual(each(yield* comments(headers, "action", actionId("ownedByMain")), "items", "body"), [
        "COMMENT Please have a look",
        "COMMENT Ask them at breakfast"
      ])
      const ofMessage = yield* comments(headers, "message", messageId("g1-1"))
      assert.deepStrictEqual(each(ofMessage, "items", "author.id"), [operatorSubject("manage2")])
      assert.deepStrictEqual(each(yield* comments(headers, "action", actionId("unowned1")), "items"), [])
    })
  )

  it.effect("INT-033: list_comments is not_found for a subject that the operator may not see", () =>
    Effect.gen(function* () {
      const headers = yield* host("AT_read")
      for (const [type, id] of [
        ["message", messageId("g1-sensitive")],
        ["message", messageId("g1-deleted")],
        ["action", actionId("teamNight1")],
        ["action", actionId("orgB1")],
        ["action", messageId("g1-1")],
        ["message", "unknown"]
      ] as const) {
        assert.strictEqual(yield* comments(headers, type, id), "not_found", `${type} ${id}`)
      }
      const ofTeam = yield* comments(yield* of("team"), "action", actionId("teamNight1"))
      assert.deepStrictEqual(each(ofTeam, "items", "body"), ["COMMENT for the night team"])
    })
  )

  it.effect("INT-033, INT-013: list_my_attention lists the operator's own items and never another's", () =>
    Effect.gen(function* () {
      const mine = resultOf(yield* callTool(yield* host("AT_read"), "list_my_attention"))
      assert.deepStrictEqual(each(mine, "items", "id"), [demoIds.attentionItems["mentioning_manage-manage"]])
      assert.deepStrictEqual(each(mine, "items", "isOpen"), [true])
      // An item about a deleted message is not listed.
      const reading = resultOf(yield* callTool(yield* of("read"), "list_my_attention"))
      assert.deepStrictEqual(each(reading, "items", "id"), [demoIds.attentionItems["mentioning_read-read"]])
      assert.deepStrictEqual(each(resultOf(yield* callTool(yield* of("manage2"), "list_my_attention")), "items"), [])
    })
  )

  it.effect("INT-033, HUB-038: no tool shows private AI history or comments on sensitive messages", () =>
    Effect.gen(function* () {
      const headers = yield* of("manage")
      const { rows } = yield* Service.Service
      const before = yield* rows
      let text = ""
      for (const [name, args] of [
        ["get_thread", { guestId: demoIds.guests.g1 }],
        ["list_changes", {}],
        ["list_tasks", {}],
        ["list_my_attention", {}],
        ["list_comments", { subjectType: "action", subjectId: actionId("ownedByMain") }]
      ] as const) {
        text += (yield* callTool(headers, name, args)).text
      }
      for (const hidden of [
        "COMMENT on a sensitive",
        "COMMENT on a deleted",
        "EXCLUDED private",
        "EXCLUDED ai-private"
      ]) {
        assert.notInclude(text, hidden)
      }
      assert.deepStrictEqual(yield* rows, before)
    })
  )
})
