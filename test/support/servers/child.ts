import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"
import { Deferred, Effect, type Scope } from "effect"

/** A running program and its output. */
export interface Child {
  /** Its process id; 0 if it could not be started. */
  readonly pid: number
  readonly log: () => string
  readonly isRunning: () => boolean
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Waits for its exit: the exit code, or the signal that ended it. */
  readonly ended: Effect.Effect<number | NodeJS.Signals>
}

/** Programs are killed with the test process, also when it is interrupted. */
const running = new Set<ChildProcess>()
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")))

/** Starts a program, which is stopped with the signal `last` at the latest when the scope closes. */
export const startChild = (
  command: string,
  args: ReadonlyArray<string>,
  options: SpawnOptions & { readonly last?: NodeJS.Signals } = {}
): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { last: _, ...spawned } = options
      const child = spawn(command, args, { ...spawned, stdio: ["ignore", "pipe", "pipe"] })
      const end = Deferred.makeUnsafe<number | NodeJS.Signals>()
      let log = ""
      const keep = (chunk: Buffer) => {
        log += chunk.toString("utf8")
      }
      child.stdout?.on("data", keep)
      child.stderr?.on("data", keep)
      running.add(child)
      const finish = (how: number | NodeJS.Signals) => {
        running.delete(child)
        Deferred.doneUnsafe(end, Effect.succeed(how))
      }
      child.on("error", (error) => {
        log += `${error.message}\n`
        finish(-1)
      })
      child.on("close", (code, signal) => finish(code ?? signal ?? -1))
      return {
        pid: child.pid ?? 0,
        log: () => log,
        isRunning: () => running.has(child),
        signal: (signal: NodeJS.Signals) => Effect.sync(() => void child.kill(signal)),
        ended: Deferred.await(end)
      }
    }),
    (child) => (child.isRunning() ? Effect.andThen(child.signal(options.last ?? "SIGKILL"), child.ended) : Effect.void)
  )

/** Runs a program and returns its output if it succeeds. */
export const runChild = (command: string, args: ReadonlyArray<string>, options: SpawnOptions = {}) =>
  Effect.scoped(
    Effect.gen(function* () {
      const child = yield* startChild(command, args, options)
      const how = yield* child.ended
      if (how !== 0) return yield* Effect.die(new Error(`${command} ${args.join(" ")}: ${how}\n${child.log()}`))
      return child.log()
    })
  )
