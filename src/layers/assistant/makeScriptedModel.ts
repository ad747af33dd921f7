import { Effect, Stream } from "effect"
import { AiError, LanguageModel } from "effect/ai"
import { textOf } from "./textOf.ts"

const recordsOf = (text: string) => text.split("\n").filter((line) => line.startsWith('{"record":')).length

/** The scripted answer, which repeats no record. */
export const scriptedAnswer = (question: string, records: number) =>
  `[scripted] ${records} ${records === 1 ? "record" : "records"} may be read about this. You asked: ${question}`

/** A model for development and tests: it repeats the question and the number of records it received. */
export const makeScriptedModel = LanguageModel.make({
  generateText: ({ prompt }) =>
    Effect.sync(() => {
      const system = prompt.content.filter(({ role }) => role === "system").map(textOf)
      const question = prompt.content.findLast(({ role }) => role === "user")
      return [
        {
          type: "text",
          text: scriptedAnswer(question === undefined ? "" : textOf(question), recordsOf(system.join("\n")))
        }
      ]
    }),
  streamText: () =>
    Stream.fail(
      AiError.make({
        module: "makeScriptedModel",
        method: "streamText",
        reason: new AiError.InternalProviderError({ description: "answers are not streamed" })
      })
    )
})
