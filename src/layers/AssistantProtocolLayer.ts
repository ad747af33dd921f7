import { type Context, Effect, Exit, Layer } from "effect"
import { AssistantProtocol, type ProtocolMessage, type ServedTools } from "../domain/assistants/AssistantProtocol.ts"
import type { RunTool } from "./assistant/exchangeMessage.ts"

const load = Effect.promise(() => import("./assistant/exchangeMessage.ts"))

/** By the official SDK, which is loaded with the first message: most deployments of a process never need it. */
export const layer = Layer.succeed(AssistantProtocol, {
  exchange: Effect.fnUntraced(function* <E, R>(message: ProtocolMessage, tools: ServedTools<E, R>) {
    const { exchangeMessage } = yield* load
    const context: Context.Context<R> = yield* Effect.context<R>()
    // The SDK answers what a tool throws by itself; what failed here is to be answered by the surface.
    let failed: Exit.Exit<never, E> | undefined
    const answer = yield* Effect.promise((signal) => {
      const run: RunTool = async (name, args) => {
        const called = tools.call(name, args)
        if (called === undefined) return undefined
        const exit = await Effect.runPromiseExitWith(context)(called, { signal })
        if (Exit.isSuccess(exit)) return exit.value
        failed = Exit.failCause(exit.cause)
        throw new Error("The tool failed")
      }
      return exchangeMessage(message, tools.shown, run)
    })
    return failed === undefined ? answer : yield* failed
  })
})
