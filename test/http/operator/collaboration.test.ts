import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import {
  action,
  added,
  attention,
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

layer(operatorLayer())("collaboration of operators", (it) => {
  it.effect("INT-006, INT-007, INT-008: each command and view is 403 without all its permissions", () =>
    Effect.gen(function* () {
      const own = idOf(demoIds.attentionItems, "mentioning_read-read")
      const writing = [
        { type: "post_comment", subject: action("ownedByMain"), body: "Text" },
        { type: "edit_comment", commentId: demoIds.comments.on_action, body: "Text" },
        { type: "delete_comment", commentId: demoIds.comments.on_action }
      ]
      const reading = [
        { type: "react", messageId: message("g1-2").id, emoji: "\u{1F44D}" },
        { type: "snooze_attention", attentionId: own, until: "2999-01-01T00:00:00Z" },
        { type: "mark_attention_read", attentionId: own }
      ]
      for (const body of writing) {
        for (const name of ["read", "manage_only", "none"]) {
          assert.deepStrictEqual(statusAndCode(yield* send(name, body)), [403, "permission_denied"], body.type)
        }
      }
      for (const body of reading) {
        for (const name of ["manage_only", "none"]) {
          assert.deepStrictEqual(statusAndCode(yield* send(name, body)), [403, "permission_denied"], body.type)
        }
        assert.notStrictEqual((yield* send("read", body)).status, 403, body.type)
      }
      for (const name of ["manage_only", "none"]) {
        for (const view of ["state", "comments&subject=x", "attention", "reactions", "private_ai"]) {
          assert.deepStrictEqual(statusAndCode(yield* read(name, `&view=${view}`)), [403, "permission_denied"], view)
        }
      }
    })
  )

  it.effect("INT-015: a comment is stored, audited once without its text, and is no event", () =>
    Effect.gen(function* () {
      const before = yield* rows
      const answer = yield* post("manage", action("unowned10"))
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepInclude(Service.recordOf(answer.body), {
        subject: action("unowned10"),
        author: { id: operatorSubject("manage"), displayName: "Operator Thirteen", isSelf: true },
        body: "SECRETWORD of a comment",
        mentions: [],
        editedAt: null
      })
      const found = added(before, yield* rows)
      assert.deepStrictEqual(tablesOf(found), ["auditLog", "comments"])
      assert.notInclude(found.find((row) => row.startsWith("auditLog")) ?? assert.fail("no audit"), "SECRETWORD")
      const page = yield* comments("read", action("unowned10"))
      assert.deepStrictEqual(ids(page.each("items")), [answer.at("id")])
      assert.strictEqual(Service.at(page.each("items")[0], "author.isSelf"), false)
    })
  )

  it.effect("INT-015: null counts as absent", () =>
    Effect.gen(function* () {
      const subject = action("unowned10")
      const comment = yield* send("manage", { type: "post_comment", subject, body: "Text", mentions: null })
      assert.deepStrictEqual([comment.status, comment.at("mentions")], [200, []], comment.text)
      const reaction = yield* react("manage", message("g1-5").id, { remove: null })
      assert.deepStrictEqual([reaction.status, reaction.at("isSet")], [200, true], reaction.text)
      const nothing = { guestId: null, actionId: null }
      const asked = yield* send("manage", { type: "ask_privately", question: "What is open?", ...nothing })
      assert.deepInclude(Service.recordOf(asked.body), nothing, asked.text)
    })
  )

  it.effect("INT-015: a key is answered once; repeats get that answer, another body 409", () =>
    Effect.gen(function* () {
      const key = { "idempotency-key": "collaboration-once" }
      const body = { type: "post_comment", subject: action("unowned11"), body: "Once" }
      const first = yield* send("manage", body, key)
      const again = yield* send("manage", body, key)
      assert.deepStrictEqual([again.status, again.body], [200, first.body])
      const changed = yield* send("manage", { ...body, body: "Twice" }, key)
      assert.deepStrictEqual(statusAndCode(changed), [409, "idempotency_conflict"])
      assert.strictEqual((yield* send("manage2", { ...body, body: "Another's" }, key)).status, 200)
      assert.lengthOf((yield* comments("manage", action("unowned11"))).each("items"), 2)
    })
  )

  it.effect("INT-015: its author alone edits and deletes a comment; others get 403, or 404 if they cannot see it", () =>
    Effect.gen(function* () {
      const commentId = (yield* post("manage", action("unowned12"), { mentions: [operatorSubject("manage2")] })).at(
        "id"
      )
      const edit = (name: string, id: unknown) => send(name, { type: "edit_comment", commentId: id, body: "Edited" })
      const remove = (name: string, id: unknown) => send(name, { type: "delete_comment", commentId: id })
      for (const change of [edit, remove]) {
        assert.deepStrictEqual(statusAndCode(yield* change("manage2", commentId)), [403, "comment_of_another"])
        for (const unseen of [
          demoIds.comments.of_team,
          demoIds.comments.on_deleted,
          demoIds.comments.of_B,
          "nothing"
        ]) {
          assert.deepStrictEqual(statusAndCode(yield* change("manage2", unseen)), missing)
        }
      }
      const before = yield* rows
      const edited = yield* edit("manage", commentId)
      assert.deepStrictEqual([edited.at("body"), edited.at("mentions.0.id")], ["Edited", operatorSubject("manage2")])
      assert.isString(edited.at("editedAt"))
      assert.deepStrictEqual(tablesOf(added(before, yield* rows)), ["auditLog", "comments"])
      assert.include(JSON.stringify(yield* attention("manage2")), String(commentId))
      const present = yield* rows
      assert.deepStrictEqual((yield* remove("manage", commentId)).body, {
        type: "delete_comment",
        id: commentId,
        isDeleted: true
      })
      assert.deepStrictEqual(tablesOf(added(present, yield* rows)), ["auditLog"])
      assert.deepStrictEqual(statusAndCode(yield* remove("manage", commentId)), missing)
      assert.deepStrictEqual((yield* comments("manage", action("unowned12"))).each("items"), [])
      assert.notInclude(JSON.stringify(yield* attention("manage2")), String(commentId))
    })
  )

  it.effect("INT-015: a mention creates an attention item for the mentioned operator only", () =>
    Effect.gen(function* () {
      const others = ["manage", "manage2", "team"]
      const before = yield* Effect.forEach(others, attention)
      const answer = yield* post("manage2", message("g1-3"), {
        mentions: [operatorSubject("read"), operatorSubject("read")]
      })
      assert.strictEqual(answer.status, 200, answer.text)
      const [item] = yield* attention("read")
      assert.deepInclude(Service.recordOf(item), {
        kind: "mention",
        subject: message("g1-3"),
        commentId: answer.at("id"),
        from: { id: operatorSubject("manage2"), displayName: "Operator Fourteen", isSelf: false },
        readAt: null,
        snoozedUntil: null,
        isOpen: true
      })
      assert.deepStrictEqual(yield* Effect.forEach(others, attention), before)
    })
  )

  it.effect("INT-010, INT-015: a mention must be an operator who sees the subject, else nothing is stored", () =>
    Effect.gen(function* () {
      const before = yield* rows
      const named = ["nobody", ...(["none", "manage_only", "deactivated", "manage_b"] as const).map(operatorSubject)]
      for (const xid of named) {
        const answer = yield* post("manage", action("unowned13"), { mentions: [operatorSubject("read"), xid] })
        assert.deepStrictEqual(statusAndCode(answer), [400, "mention_not_eligible"], xid)
        assert.include(answer.text, "mentions[1]")
      }
      const night = yield* post("team", action("teamNight2"), { mentions: [operatorSubject("manage")] })
      assert.deepStrictEqual(statusAndCode(night), [400, "mention_not_eligible"])
      const crowd = yield* post("manage", action("unowned13"), {
        mentions: Array.from({ length: 21 }, (_, index) => `operator-${index}`)
      })
      assert.deepStrictEqual(statusAndCode(crowd), [400, "invalid_body"])
      assert.deepStrictEqual(added(before, yield* rows), [])
    })
  )

  it.effect("INT-010, INT-011: comments and reactions on subjects that the operator cannot see are 404", () =>
    Effect.gen(function* () {
      const before = yield* rows
      const unseen = [
        action("teamNight1"),
        action("orgB1"),
        action("secondWorkspace1"),
        message("g1-deleted"),
        message("g1-source-derived"),
        message("g1-ai-private"),
        message("g1-team"),
        message("g_b-1"),
        message("g_second-1")
      ]
      for (const subject of unseen) {
        assert.deepStrictEqual(statusAndCode(yield* post("manage", subject)), missing, JSON.stringify(subject))
        assert.deepStrictEqual(statusAndCode(yield* comments("manage", subject)), missing, JSON.stringify(subject))
        if (subject.type === "message") {
          assert.deepStrictEqual(statusAndCode(yield* react("manage", subject.id)), missing, subject.id)
          assert.deepStrictEqual(statusAndCode(yield* read("manage", `&view=reactions&subject=${subject.id}`)), missing)
        }
      }
      assert.deepStrictEqual(statusAndCode(yield* react("manage", action("unowned13").id)), missing)
      assert.deepStrictEqual(
        statusAndCode(yield* post("manage", { type: "action", id: message("g1-1").id })),
        missing,
        "a message is no Action"
      )
      assert.deepStrictEqual(added(before, yield* rows), [])
      for (const subject of [action("teamNight1"), message("g1-team"), message("g1-sensitive")]) {
        assert.strictEqual((yield* post("team", subject)).status, 200)
        const page = yield* comments("team", subject)
        assert.deepStrictEqual([page.status, page.at("subject")], [200, subject])
        assert.isNotEmpty(page.each("items"))
      }
      assert.deepStrictEqual(statusAndCode(yield* read("manage", "&view=comments")), [400, "missing_parameter"])
      const { get, post: write } = yield* operatorRoutes()
      for (const scope of ["ws-b-main", "unknown"]) {
        assert.deepStrictEqual(statusAndCode(yield* get(`/collaboration?scope=${scope}`, sessionOf("manage"))), missing)
        const posted = yield* write(`/collaboration?scope=${scope}`, sessionOf("manage"), {
          type: "react",
          messageId: message("g_b-1").id,
          emoji: "\u{1F44D}"
        })
        assert.deepStrictEqual(statusAndCode(posted), missing)
      }
    })
  )

  it.effect("INT-008, INT-015: a reaction is set once per operator and emoji, and taken back; other text is 400", () =>
    Effect.gen(function* () {
      const { id } = message("g1-4")
      const seen = Effect.map(read("manage", `&view=reactions&subject=${id}`), (page) =>
        page.each("items").map((item) => [Service.at(item, "operator.id"), Service.at(item, "emoji")])
      )
      const before = yield* rows
      assert.deepStrictEqual((yield* react("read", id)).body, {
        type: "react",
        messageId: id,
        emoji: "\u{1F44D}",
        isSet: true
      })
      assert.deepStrictEqual(tablesOf(added(before, yield* rows)), ["auditLog", "reactions"])
      const reacted = yield* rows
      yield* react("read", id)
      assert.strictEqual((yield* react("read", id, { emoji: "❤️", remove: true })).status, 200)
      assert.deepStrictEqual(added(reacted, yield* rows), [], "a repetition writes nothing")
      yield* react("manage", id, { emoji: "\u{1F1EB}\u{1F1EE}" })
      assert.deepStrictEqual(yield* seen, [
        [operatorSubject("manage"), "\u{1F1EB}\u{1F1EE}"],
        [operatorSubject("read"), "\u{1F44D}"]
      ])
      assert.deepStrictEqual((yield* react("manage2", id, { remove: true })).at("isSet"), false)
      assert.lengthOf(yield* seen, 2)
      yield* react("read", id, { remove: true })
      assert.deepStrictEqual(yield* seen, [[operatorSubject("manage"), "\u{1F1EB}\u{1F1EE}"]])
      for (const emoji of [
        "",
        "a",
        "1",
        "ok",
        "\u{1F44D}\u{1F44D}",
        " ",
        "<b>",
        "\u{1F1EB}",
        "a\u20E3",
        "\u{1F44D}".repeat(40)
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* react("read", id, { emoji })), [400, "invalid_body"], emoji)
      }
      for (const emoji of ["❤️", "1️⃣", "\u{1F469}\u{1F3FB}‍❤️‍\u{1F48B}‍\u{1F469}\u{1F3FD}"]) {
        assert.strictEqual((yield* react("read", id, { emoji })).status, 200, emoji)
      }
    })
  )

  it.effect("INT-013: the reactions of a workspace omit those to messages that the operator cannot see", () =>
    Effect.gen(function* () {
      const of = (name: string) =>
        Effect.map(read(name, "&view=reactions"), (page) =>
          page.each("items").map((item) => Service.at(item, "messageId"))
        )
      const [all, ofTeam] = yield* Effect.all([of("read"), of("team")])
      assert.include(all, message("g1-sensitive").id)
      assert.notInclude(all, message("g1-deleted").id)
      assert.notInclude(all, message("g1-team").id)
      assert.include(ofTeam, message("g1-team").id)
    })
  )
})
