import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"
import { Deferred, Effect, type Scope } from "effect"

/** A program at work, and all that it printed. */
export interface Child {
  /** Its process id; 0 if it could not be started. */
  readonly pid: number
  readonly log: () => string
  readonly isRunning: () => boolean
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Waits for its end: the exit code, or the signal that ended it. */
  readonly ended: Effect.Effect<number | NodeJS.Signals>
}

/** Programs end with the process of the tests, also when it is interrupted. */
const living = new Set<ChildProcess>()
process.on("exit", () => living.forEach((one) => one.kill("SIGKILL")))

/** Starts a program, which is ended with `last` at the latest when the scope closes. */
export const startChild = (
  command: string,
  args: ReadonlyArray<string>,
  options: SpawnOptions & { readonly last?: NodeJS.Signals } = {}
): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { last: _, ...spawned } = options
      const one = spawn(command, args, { ...spawned, stdio: ["ignore", "pipe", "pipe"] })
      const end = Deferred.makeUnsafe<number | NodeJS.Signals>()
      let log = ""
      const keep = (chunk: Buffer) => {
        log += chunk.toString("utf8")
      }
      one.stdout?.on("data", keep)
      one.stderr?.on("data", keep)
      living.add(one)
      const finish = (how: number | NodeJS.Signals) => {
        living.delete(one)
        Deferred.doneUnsafe(end, Effect.succeed(how))
      }
      one.on("error", (error) => {
        log += `${error.message}\n`
        finish(-1)
      })
      one.on("close", (code, signal) => finish(code ?? signal ?? -1))
      return {
        pid: one.pid ?? 0,
        log: () => log,
        isRunning: () => living.has(one),
        signal: (signal: NodeJS.Signals) => Effect.sync(() => void one.kill(signal)),
        ended: Deferred.await(end)
      }
    }),
    (child) => (child.isRunning() ? Effect.andThen(child.signal(options.last ?? "SIGKILL"), child.ended) : Effect.void)
  )

/** Runs a program to its end; what it printed, once it succeeded. */
export const runChild = (command: string, args: ReadonlyArray<string>, options: SpawnOptions = {}) =>
  Effect.scoped(
    Effect.gen(function* () {
      const child = yield* startChild(command, args, options)
      const how = yield* child.ended
      if (how !== 0) return yield* Effect.die(new Error(`${command} ${args.join(" ")}: ${how}\n${child.log()}`))
      return child.log()
    })
  )
