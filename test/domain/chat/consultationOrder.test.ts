import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Outbox } from "../../../src/domain/outbox/Outbox.ts"
import { Vault } from "../../../src/domain/shared/Vault.ts"
import { AssistantUnavailable } from "../../../src/domain/privateAi/PrivateAiErrors.ts"
import { answerAll, chatPlatform, now, numberingAssistant, rowsOf, say, services } from "../../support/consultations.ts"

describe("the order of a consultation", () => {
  it.effect("INT-044: an answer in the private history tells when the operator asked, not when the job ran", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const assistant = numberingAssistant()
      yield* say("consult First?")
      yield* TestClock.adjust("5 minutes")
      yield* answerAll.pipe(Effect.provide([chatPlatform().layer, assistant.layer]))
      const [kept] = yield* rowsOf("privateAiMessages")
      assert.strictEqual(DateTime.formatIso(kept?.askedAt ?? now), DateTime.formatIso(now))
      assert.strictEqual(
        DateTime.formatIso(kept?.answeredAt ?? now),
        DateTime.formatIso(DateTime.add(now, { minutes: 5 }))
      )
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-044: a question is answered with the earlier turns, also if both wait", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const assistant = numberingAssistant()
      const answer = answerAll.pipe(Effect.provide([chatPlatform().layer, assistant.layer]))
      yield* say("consult First?")
      yield* say("ask And second?")
      assistant.instead.answer = Effect.suspend(() =>
        Effect.as(Effect.repeat(Effect.yieldNow, { times: assistant.prompts.length === 1 ? 200 : 1 }), {
          text: "Answer",
          model: "slow"
        })
      )
      yield* answer
      for (let i = 0; i < 5; i++) {
        yield* TestClock.adjust("1 minute")
        yield* answer
      }
      const asked = (yield* rowsOf("privateAiMessages")).map(({ question }) => question)
      assert.deepStrictEqual(asked, ["First?", "And second?"])
      assert.include(JSON.stringify(assistant.prompts.at(-1)), "First?")
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-044: while the model of one user is slow, an entry that falls due later is sent", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const assistant = numberingAssistant()
      const platform = chatPlatform()
      const isSlow = yield* Deferred.make<void>()
      assistant.instead.answer = Effect.andThen(Deferred.await(isSlow), Effect.succeed({ text: "Late", model: "slow" }))
      yield* say("consult First?")
      const run = yield* Effect.forkChild(answerAll.pipe(Effect.provide([platform.layer, assistant.layer])))
      yield* Effect.repeat(Effect.yieldNow, { until: () => assistant.prompts.length > 0 })
      const outbox = yield* Outbox
      const [entry] = yield* rowsOf("outbox")
      yield* outbox.insert({ ...(entry ?? assert.fail("no entry")), kind: "unknown", dueAt: now })
      yield* TestClock.adjust("1 second")
      yield* Effect.repeat(Effect.yieldNow, { times: 500 })
      const [unknown] = (yield* rowsOf("outbox")).filter(({ kind }) => kind === "unknown")
      assert.strictEqual(unknown?.attempts, 1)
      yield* Deferred.succeed(isSlow, undefined)
      assert.strictEqual((yield* Fiber.join(run)).sent, 2)
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-044: an outage does not let a later question overtake", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const assistant = numberingAssistant()
      const answer = answerAll.pipe(Effect.provide([chatPlatform().layer, assistant.layer]))
      yield* say("consult First?")
      assistant.instead.answer = Effect.fail(new AssistantUnavailable())
      yield* answer
      assistant.instead.answer = undefined
      yield* say("ask And second?")
      for (let i = 0; i < 8; i++) {
        yield* answer
        yield* TestClock.adjust("1 minute")
      }
      assert.deepStrictEqual(
        (yield* rowsOf("privateAiMessages")).map(({ question }) => question),
        ["First?", "And second?"]
      )
    }).pipe(Effect.provide(services))
  )

  it.effect("INT-044: a question that no secret opens is given up, and no longer holds up the next", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const assistant = numberingAssistant()
      const answer = answerAll.pipe(Effect.provide([chatPlatform().layer, assistant.layer]))
      const vault = yield* Vault
      yield* say("consult First?").pipe(Effect.provideService(Vault, { ...vault, seal: () => "lost.sealed" }))
      yield* say("ask And second?")
      for (let hour = 0; hour < 12; hour++) {
        yield* answer
        yield* TestClock.adjust("1 hour")
      }
      assert.deepStrictEqual(
        (yield* rowsOf("outbox"))
          .filter(({ kind }) => kind === "chat_turn")
          .toSorted((a, b) => a.id - b.id)
          .map(({ attempts, status }) => [status, attempts]),
        [
          ["failed", 11],
          ["sent", 1]
        ]
      )
      assert.deepStrictEqual(
        (yield* rowsOf("privateAiMessages")).map(({ question }) => question),
        ["And second?"]
      )
      assert.notInclude(JSON.stringify(yield* rowsOf("outbox")), "lost.sealed")
    }).pipe(Effect.provide(services))
  )
})
