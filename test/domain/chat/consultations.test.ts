import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { chatIdentityXids, chatUsers } from "../../../src/demo/demoProviders.ts"
import { operatorId, operatorSubject } from "../../../src/demo/demoOperators.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { ChatIdentities } from "../../../src/domain/chat/ChatIdentities.ts"
import { replies } from "../../../src/domain/chat/ChatReply.ts"
import { removeChatLink } from "../../../src/domain/chat/removeChatLink.ts"
import { deferred, refused } from "../../../src/domain/delivery/Message.ts"
import { LanguageAssistant } from "../../../src/domain/privateAi/LanguageAssistant.ts"
import { AssistantUnavailable } from "../../../src/domain/privateAi/PrivateAiErrors.ts"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { FieldInvalid } from "../../../src/domain/shared/FieldInvalid.ts"
import {
  answerAll,
  changeReader,
  chatPlatform,
  now,
  numberingAssistant,
  responseUrl,
  rowsOf,
  say,
  services
} from "../../support/consultations.ts"

/** A chat platform, an assistant, and the job that answers with them. */
const world = () => {
  const platform = chatPlatform()
  const assistant = numberingAssistant()
  return { platform, assistant, answer: answerAll.pipe(Effect.provide([platform.layer, assistant.layer])) }
}

describe("consultations in a chat", () => {
  it.effect("INT-042: an unlinked user is asked to link first, and nothing is stored", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      for (const words of ["consult Who arrives today?", "ask Who?", "end"]) {
        assert.strictEqual(yield* say(words, { userId: chatUsers.unlinked }), replies.linkFirst.text)
      }
      for (const table of ["chatConsultations", "outbox", "privateAiThreads", "auditLog"] as const) {
        assert.deepStrictEqual(yield* rowsOf(table), [])
      }
    }).pipe(Effect.provide(services))
  )

  it.effect(
    "INT-042: acknowledges a linked user's question, answers it in a job, and keeps it in the private history",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(DateTime.toEpochMillis(now))
        const { answer, assistant, platform } = world()
        assert.strictEqual(yield* say("consult Who arrives today?"), replies.accepted(1, 10, "here").text)
        assert.deepStrictEqual(assistant.prompts, [])
        assert.isFalse((yield* rowsOf("outbox")).some(({ payload }) => JSON.stringify(payload).includes("arrives")))
        assert.deepStrictEqual(yield* answer, { sent: 2, failed: 0, deferred: 0, cancelled: 0 })
        assert.deepStrictEqual(platform.posted, [{ address: responseUrl, text: "Answer 1" }])
        const [kept] = yield* rowsOf("privateAiMessages")
        assert.deepInclude(kept, { operatorId: operatorId("read"), question: "Who arrives today?", answer: "Answer 1" })
        const [consultation] = yield* rowsOf("chatConsultations")
        assert.strictEqual((yield* rowsOf("privateAiThreads"))[0]?.consultationId, consultation?.id)
        const outbox = yield* rowsOf("outbox")
        assert.deepStrictEqual(
          outbox.map(({ status }) => status),
          ["sent", "sent"]
        )
        assert.isTrue(outbox.every(({ payload }) => JSON.stringify(payload).includes('"sealed":null')))
        const audited = yield* rowsOf("auditLog")
        assert.sameMembers(
          audited.map(({ action }) => action),
          ["chat_consultation.asked", "private_ai.asked"]
        )
        assert.deepStrictEqual(audited.find(({ action }) => action === "private_ai.asked")?.actor, {
          kind: "operator",
          id: operatorSubject("read")
        })
      }).pipe(Effect.provide(services))
  )

  it.effect(
    "INT-044: the eleventh turn is refused and closes the consultation; further turns are answered with startAgain",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(DateTime.toEpochMillis(now))
        const { answer, assistant } = world()
        assert.strictEqual(yield* say("ask Is there one?"), replies.startAgain.text)
        assert.strictEqual(yield* say("consult 1"), replies.accepted(1, 10, "here").text)
        for (let turn = 2; turn <= 10; turn++) {
          assert.strictEqual(yield* say(`ask ${turn}`), replies.accepted(turn, 10, "here").text)
        }
        for (const words of ["consult 11", "ask 12", "ask 13"]) {
          assert.strictEqual(yield* say(words), replies.startAgain.text)
        }
        const [consultation] = yield* rowsOf("chatConsultations")
        assert.deepInclude(consultation, { turns: 10, closedBy: "turns" })
        yield* answer
        assert.lengthOf(assistant.prompts, 10)
        assert.strictEqual(yield* say("consult again"), replies.accepted(1, 10, "here").text)
        assert.lengthOf(yield* rowsOf("chatConsultations"), 2)
      }).pipe(Effect.provide(services))
  )

  it.effect("INT-044: a consultation has a time limit; after fifteen minutes it is over", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      yield* say("consult 1")
      yield* TestClock.adjust("899 seconds")
      assert.strictEqual(yield* say("ask 2"), replies.accepted(2, 10, "here").text)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* say("ask 3"), replies.startAgain.text)
      assert.deepInclude((yield* rowsOf("chatConsultations"))[0], { turns: 2, closedBy: "time" })
      assert.strictEqual(yield* say("consult 4"), replies.accepted(1, 10, "here").text)
      assert.strictEqual(yield* say("end"), replies.ended.text)
      assert.strictEqual(yield* say("ask 5"), replies.startAgain.text)
      assert.strictEqual(yield* say("end"), replies.ended.text)
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-044: permissions are resolved at each turn, and again when the job answers it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const { answer, assistant, platform } = world()
      for (const change of [{ permissions: ["hub:organizations:manage"] }, { status: "deactivated" as const }]) {
        yield* say("consult 1")
        yield* changeReader(change)
        assert.strictEqual(yield* say("ask 2"), replies.refused.text)
        assert.strictEqual(yield* say("consult 3"), replies.refused.text)
        assert.deepStrictEqual(yield* answer, { sent: 1, failed: 0, deferred: 0, cancelled: 1 })
        assert.strictEqual(platform.posted.at(-1)?.text, replies.refused.text)
        assert.deepInclude((yield* rowsOf("chatConsultations")).at(-1), { turns: 1, closedBy: "permission" })
        yield* changeReader({ permissions: ["hub:guests:read"], status: "active" })
      }
      assert.deepStrictEqual(assistant.prompts, [])
      assert.deepStrictEqual(yield* rowsOf("privateAiMessages"), [])
      yield* say("consult again")
      yield* changeReader({ permissions: [] })
      yield* answer
      assert.deepStrictEqual(assistant.prompts, [])
      assert.deepInclude((yield* rowsOf("chatConsultations")).at(-1), { closedBy: "permission" })
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-043: removing the link closes the consultation, and its queued question is refused", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const { answer, assistant, platform } = world()
      yield* say("consult 1")
      const operator = { organizationId: organizationIds.A, operatorId: operatorId("read"), isManager: false }
      yield* atomically(removeChatLink(operator, chatIdentityXids.linked))
      const [consultation] = yield* rowsOf("chatConsultations")
      assert.deepInclude(consultation, { closedBy: "unlink" })
      assert.deepInclude(
        (yield* rowsOf("auditLog")).find(({ action }) => action === "chat_consultation.closed"),
        { subject: `chat_consultation:${consultation?.xid}`, after: { by: "unlink" } }
      )
      assert.strictEqual(yield* say("ask 2"), replies.linkFirst.text)
      yield* answer
      assert.deepStrictEqual(assistant.prompts, [])
      assert.strictEqual(platform.posted[0]?.text, replies.refused.text)
      const { findByXid } = yield* ChatIdentities
      assert.strictEqual((yield* findByXid(organizationIds.A, chatIdentityXids.linked))._tag, "None")
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-013, INT-044: a queued question is not answered to another operator who is linked meanwhile", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const { answer, assistant, platform } = world()
      yield* say("consult A secret question")
      const identities = yield* ChatIdentities
      const linked = Option.getOrThrow(yield* identities.findByXid(organizationIds.A, chatIdentityXids.linked))
      const reader = { organizationId: organizationIds.A, operatorId: operatorId("read"), isManager: false }
      yield* atomically(removeChatLink(reader, linked.xid))
      yield* identities.insert({ ...linked, xid: "another", operatorId: operatorId("manage") })
      yield* say("consult A question of another operator")
      assert.deepStrictEqual(yield* answer, { sent: 3, failed: 0, deferred: 0, cancelled: 1 })
      assert.lengthOf(assistant.prompts, 1)
      const kept = yield* rowsOf("privateAiMessages")
      assert.deepStrictEqual(
        kept.map((message) => [message.operatorId, message.question]),
        [[operatorId("manage"), "A question of another operator"]]
      )
      assert.deepStrictEqual(
        platform.posted.map(({ text }) => text).toSorted(),
        ["Answer 1", replies.refused.text].toSorted()
      )
      const open = (yield* rowsOf("chatConsultations")).filter(({ closedAt }) => closedAt === null)
      assert.deepStrictEqual(
        open.map((consultation) => consultation.operatorId),
        [operatorId("manage")]
      )
    }).pipe(Effect.provide(services))
  )

  it.effect(
    "INT-044: refuses a response URL that is not HTTPS on the installation's host, and stores and posts nothing",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(DateTime.toEpochMillis(now))
        const { answer, platform } = world()
        for (const url of [
          "http://chat.example.com/1",
          "https://chat.example.com.evil.example/1",
          "https://evil.example/chat.example.com",
          "https://chat.example.com:8443/1",
          "https://user@chat.example.com/1",
          "https://127.0.0.1/1",
          "file:///etc/passwd",
          "chat.example.com"
        ]) {
          assert.instanceOf(yield* Effect.flip(say("consult 1", { url })), FieldInvalid, url)
        }
        assert.deepStrictEqual(yield* rowsOf("chatConsultations"), [])
        yield* answer
        assert.deepStrictEqual(platform.posted, [])
      }).pipe(Effect.provide(services))
  )

  it.effect(
    "INT-044: posts a deferred answer again without asking the assistant again, and gives up a refused one",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(DateTime.toEpochMillis(now))
        const { answer, assistant, platform } = world()
        platform.platform.outcome = deferred("status 503")
        yield* say("consult 1")
        assert.deepStrictEqual(yield* answer, { sent: 1, failed: 0, deferred: 1, cancelled: 0 })
        yield* TestClock.adjust("1 minute")
        platform.platform.outcome = refused("status 404")
        assert.deepStrictEqual(yield* answer, { sent: 0, failed: 1, deferred: 0, cancelled: 0 })
        assert.lengthOf(platform.posted, 2)
        assert.lengthOf(assistant.prompts, 1)
        assert.isTrue(
          (yield* rowsOf("outbox")).every(({ payload }) => JSON.stringify(payload).includes('"sealed":null'))
        )
      }).pipe(Effect.provide(services))
  )

  it.effect("INT-044: tries an unavailable assistant three times, then posts that it is unavailable", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const { answer, assistant, platform } = world()
      assistant.instead.answer = Effect.fail(new AssistantUnavailable())
      yield* say("consult 1")
      for (let attempt = 1; attempt <= 2; attempt++) {
        assert.deepStrictEqual(yield* answer, { sent: 0, failed: 0, deferred: 1, cancelled: 0 })
        yield* TestClock.adjust("2 minutes")
      }
      assert.deepStrictEqual(yield* answer, { sent: 1, failed: 1, deferred: 0, cancelled: 0 })
      assert.lengthOf(assistant.prompts, 3)
      assert.strictEqual(platform.posted[0]?.text, replies.unavailable.text)
      assert.deepStrictEqual(yield* rowsOf("privateAiMessages"), [])
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-042: without an assistant, a question is refused at once, and nothing is stored", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const none = { isConfigured: false, answer: () => Effect.fail(new AssistantUnavailable()) }
      const reply = yield* say("consult Who arrives today?").pipe(Effect.provideService(LanguageAssistant, none))
      assert.strictEqual(reply, replies.notConfigured.text)
      for (const table of ["chatConsultations", "outbox", "auditLog"] as const) {
        assert.deepStrictEqual(yield* rowsOf(table), [])
      }
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-044: keeps sensitive messages out of the assistant's prompts", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const { answer, assistant } = world()
      yield* say("consult What do you know?")
      yield* answer
      assert.lengthOf(assistant.prompts, 1)
      assert.notInclude(JSON.stringify(assistant.prompts), "EXCLUDED")
    }).pipe(Effect.provide(services))
  )
})
