import { type Context, Effect, Exit, Layer } from "effect"
import { AssistantProtocol, type ProtocolMessage, type ServedTools } from "../domain/assistants/AssistantProtocol.ts"
import type { RunTool } from "./assistant/exchangeMessage.ts"

const load = Effect.promise(() => import("./assistant/exchangeMessage.ts"))

/** Uses the official SDK, loaded on the first message because most deployments never receive one. */
export const layer = Layer.succeed(AssistantProtocol, {
  exchange: Effect.fnUntraced(function* <E, R>(message: ProtocolMessage, tools: ServedTools<E, R>) {
    const { exchangeMessage } = yield* load
    const context: Context.Context<R> = yield* Effect.context<R>()
    // The SDK turns an exception into a response of its own, but a tool's failure is for the surface to answer.
    let failed: Exit.Exit<never, E> | undefined
    const answer = yield* Effect.promise((signal) => {
      const run: RunTool = async (name, args) => {
        const call = tools.call(name, args)
        if (call === undefined) return undefined
        const exit = await Effect.runPromiseExitWith(context)(call, { signal })
        if (Exit.isSuccess(exit)) return exit.value
        failed = Exit.failCause(exit.cause)
        throw new Error("The tool failed")
      }
      return exchangeMessage(message, tools.listed, run)
    })
    return failed === undefined ? answer : yield* failed
  })
})
