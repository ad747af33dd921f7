import { ConfigProvider, DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import { demoWithoutCities } from "./datasets/demoWithoutCities.ts"
import { operatorId } from "../../src/demo/demoOperators.ts"
import { chatInstallationXids, chatUsers } from "../../src/demo/demoProviders.ts"
import { ChatInstallations } from "../../src/domain/chat/ChatInstallations.ts"
import { ChatPosts } from "../../src/domain/chat/ChatPosts.ts"
import { runChatCommand } from "../../src/domain/chat/runChatCommand.ts"
import { deliverDue } from "../../src/domain/delivery/deliverDue.ts"
import { outboxSenders } from "../../src/domain/delivery/outboxSenders.ts"
import { accepted, type DeliveryOutcome } from "../../src/domain/delivery/Message.ts"
import type { PromptMessage } from "../../src/domain/privateAi/assistantPrompt.ts"
import { type AssistantAnswer, LanguageAssistant } from "../../src/domain/privateAi/LanguageAssistant.ts"
import type { AssistantUnavailable } from "../../src/domain/privateAi/PrivateAiErrors.ts"
import type { Row, TableName } from "../../src/domain/dataset/tables.ts"
import * as Configuration from "../../src/layers/Configuration.ts"
import * as Memory from "../../src/layers/memory/Memory.ts"
import * as Services from "../../src/layers/Services.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"

/** A stub of the chat platform: the posts it received, and its reaction. */
export const chatPlatform = () => {
  const posted: Array<{ readonly address: string; readonly text: string }> = []
  const platform: { outcome: DeliveryOutcome } = { outcome: accepted }
  return {
    posted,
    platform,
    layer: Layer.succeed(ChatPosts, {
      post: (address, text) =>
        Effect.sync(() => {
          posted.push({ address, text })
          return platform.outcome
        })
    })
  }
}

/** An assistant that answers with the number of the question, or as configured. */
export const numberingAssistant = () => {
  const prompts: Array<ReadonlyArray<PromptMessage>> = []
  const instead: { answer: Effect.Effect<AssistantAnswer, AssistantUnavailable> | undefined } = { answer: undefined }
  return {
    prompts,
    instead,
    layer: Layer.succeed(LanguageAssistant, {
      isConfigured: true,
      answer: (prompt) =>
        Effect.suspend(() => {
          prompts.push(prompt)
          return instead.answer ?? Effect.succeed({ text: `Answer ${prompts.length}`, model: "counting" })
        })
    })
  }
}

export const responseUrl = "https://chat.example.com/answers/1"

/** A command of a user of `chat_a`, run like its endpoint does. */
export const say = (
  text: string,
  { url = responseUrl, userId = chatUsers.linked }: { readonly url?: string | undefined; readonly userId?: string } = {}
) =>
  Effect.gen(function* () {
    const found = yield* ChatInstallations.use(({ findActive }) => findActive(chatInstallationXids.chat_a))
    const command = { command: "/hub", text, userId, userName: "", responseUrl: url }
    const reply = yield* atomically(runChatCommand(Option.getOrThrow(found), command, "https://hub.test/links"))
    return reply.text
  })

/** Runs the delivery job, which answers turns and posts replies, until nothing is due. */
export const answerAll = deliverDue(outboxSenders)

/** The time of the data. */
export const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")

/** Every service over the demo data in memory, without consultations. */
export const services = Services.layerMemory.pipe(
  Layer.provideMerge(
    Layer.effectDiscard(
      Memory.Memory.use((memory) =>
        memory.load({ ...demoWithoutCities(now), privateAiThreads: [], privateAiMessages: [], auditLog: [] })
      )
    )
  ),
  Layer.provideMerge(Memory.layer),
  Layer.provide(
    Configuration.layer({ store: "memory", demo: true }).pipe(
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({})))
    )
  ),
  Layer.orDie
)

/** Changes operator `read`, to whom the demo's linked chat user belongs. */
export const changeReader = (change: Partial<Row<"operators">>) =>
  Effect.gen(function* () {
    const { operators } = yield* Memory.Memory
    const key = String(operatorId("read"))
    const row = Option.getOrThrow(yield* TxHashMap.get(operators, key))
    yield* TxHashMap.set(operators, key, { ...row, ...change })
  })

/** The rows of a table, in no particular order. */
export const rowsOf = <Name extends TableName>(name: Name) =>
  Memory.Memory.use((memory) => TxHashMap.values(Memory.tableIn(memory, name)))
