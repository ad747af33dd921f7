import { ConfigProvider, Console, Effect, Exit, Layer, type Scope } from "effect"
import { spawn } from "node:child_process"
import { Console as StreamConsole } from "node:console"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Writable } from "node:stream"
import { runHub } from "../../../src/cli/runHub.ts"
import { binaryArguments } from "./binary.ts"
import { at } from "../http/service.ts"

/** The result of a run of the binary. */
export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** The value at a dotted path of standard output, which must be one JSON value. */
  readonly at: (path: string) => unknown
}

export type Environment = Readonly<Record<string, string>>

const runOf = (code: number, stdout: string, stderr: string): Run => ({
  code,
  stdout,
  stderr,
  at: (path) => at(JSON.parse(stdout), path)
})

const collector = () => {
  let text = ""
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString("utf8")
      done()
    }
  })
  return { stream, text: () => text }
}

/** Runs the binary in this process, in an environment of its own. */
export const hub = (environment: Environment, ...args: ReadonlyArray<string>): Effect.Effect<Run> =>
  Effect.gen(function* () {
    const stdout = collector()
    const stderr = collector()
    const exit = yield* Effect.exit(runHub(args)).pipe(
      Effect.provide(
        Layer.mergeAll(
          ConfigProvider.layer(ConfigProvider.fromEnv({ env: { ...environment } })),
          Layer.succeed(Console.Console, new StreamConsole(stdout.stream, stderr.stream))
        )
      )
    )
    return runOf(Exit.isSuccess(exit) ? 0 : 1, stdout.text(), stderr.text())
  })

export const root = resolve(import.meta.dirname, "../../..")

/** The command line that runs the binary, like the npm scripts. */
export const binary = [process.execPath, ...binaryArguments] as const

/** Runs a program until it exits, in an environment of its own. */
export const program = (
  environment: Environment,
  command: string,
  ...args: ReadonlyArray<string>
): Effect.Effect<Run> =>
  Effect.callback((resume) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { PATH: process.env["PATH"], ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const stdout = collector()
    const stderr = collector()
    child.stdout.pipe(stdout.stream)
    child.stderr.pipe(stderr.stream)
    child.on("close", (code) => resume(Effect.succeed(runOf(code ?? -1, stdout.text(), stderr.text()))))
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** Runs the binary as a process of its own. */
export const hubProcess = (environment: Environment, ...args: ReadonlyArray<string>): Effect.Effect<Run> =>
  program(environment, ...binary, ...args)

/** An empty directory, removed when the scope closes. */
export const temporaryDirectory: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "hub-test-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true }))
)

/** Everything that production requires; none of the servers exists. */
export const production: Environment = {
  HUB_ENV: "production",
  DATABASE_URL: "postgres://hub@127.0.0.1:9/hub",
  HUB_SECRET: "a-secret-of-forty-characters-is-enough-0",
  HUB_MEMBER_ISSUER: "https://login.example.com/",
  HUB_MEMBER_AUDIENCE: "members",
  HUB_MEMBER_JWKS_URL: "https://login.example.com/jwks",
  HUB_OPERATOR_ISSUER: "https://staff.example.com",
  HUB_OPERATOR_AUDIENCE: "operators",
  HUB_OPERATOR_JWKS_URL: "https://staff.example.com/jwks"
}

/** The same, for the sandbox. */
export const sandbox: Environment = { ...production, HUB_ENV: "sandbox" }
