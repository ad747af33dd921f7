import { format } from "node:util"
import { Console, Effect, Exit } from "effect"
import sonic from "sonic-boom"
import { OutputDrained } from "./OutputDrained.ts"
import { Refused } from "./Refused.ts"

/**
 * Runs a command and ends only when everything that it printed has been written to standard output. Fails if it cannot
 * be written, for example to a full disk, but not if the reader has gone away.
 */
export const withOutputWritten = Effect.fnUntraced(function* <A, E, R>(command: Effect.Effect<A, E, R>) {
  // Unlike Node's own console, it goes on after an incomplete write and reports errors.
  const out = new sonic.SonicBoom({ fd: 1, sync: false })
  let lost: Error | undefined
  let isWanted = true
  let isFull = false
  out.on("drain", () => {
    isFull = false
  })
  out.on("error", (error: NodeJS.ErrnoException) => {
    isWanted = false
    if (error.code !== "EPIPE") lost ??= error
  })
  const wanted = Effect.callback<boolean>((resume) => {
    const stop = () => void out.off("drain", done).off("error", done)
    const done = () => {
      stop()
      resume(Effect.succeed(isWanted))
    }
    if (!isFull || !isWanted) return done()
    out.on("drain", done).on("error", done)
    return Effect.sync(stop)
  })
  const written = Effect.callback<void>((resume) => {
    const done = () => resume(Effect.void)
    out.once("close", done)
    out.once("error", done)
    out.end()
  })
  const console = yield* Console.Console
  const result = yield* command.pipe(
    Effect.provideService(Console.Console, {
      ...console,
      log: (...parts) => {
        isFull = !out.write(`${format(...parts)}\n`)
      }
    }),
    Effect.provideService(OutputDrained, wanted),
    Effect.onExit((exit) => (Exit.hasInterrupts(exit) ? Effect.void : written))
  )
  if (lost === undefined) return result
  const refused = new Refused({ message: `Standard output could not be written: ${lost.message}` })
  yield* Console.error(refused.message)
  return yield* refused
})
