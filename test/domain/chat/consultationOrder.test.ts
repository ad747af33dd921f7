import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
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
})
