import { Effect, type Scope } from "effect"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

export type SubjectName = "service" | "peer" | "floor"

export const subjectNames: ReadonlyArray<SubjectName> = ["service", "peer", "floor"]

const root = fileURLToPath(new URL("..", import.meta.url))

const bundle = "dist/hub.js"

const stripping = "--disable-warning=ExperimentalWarning"

/** The service runs from its bundle, or from its sources, so that a profile has their names. */
const commandOf = (name: SubjectName, fromSources: boolean): ReadonlyArray<string> => {
  if (name !== "service") return [stripping, `bench/${name}/main.ts`]
  return [...(fromSources ? [stripping, "src/main.ts"] : [bundle]), "serve", "--store", "postgres"]
}

/** Jobs on the hour, such as finalising stays, would change responses in the middle of a round. */
const jobs = { HUB_JOBS: "0" }

/** Allocator and Node settings of `deploy/` and the Dockerfile, the same for each subject. */
export const allocator = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" }
export const nodeFlags: ReadonlyArray<string> = [
  "--max-semi-space-size=16",
  "--heap-growing-percent=50",
  "--no-allocation-site-pretenuring"
]

/** Limits are enforced, but too high to be reached. */
const limits = {
  HUB_LIMIT_HUB_KEY: "10000000",
  HUB_LIMIT_HUB_TRANSITION: "10000000",
  HUB_LIMIT_PARTNER_KEY: "10000000",
  HUB_LIMIT_PARTNER_WRITES: "10000000",
  HUB_LIMIT_MEMBER: "10000000",
  HUB_LIMIT_ADDRESS: "10000000"
}

/** The resource usage of a process so far: CPU in milliseconds, resident memory in MiB. NaN outside Linux. */
export interface Usage {
  readonly cpuMs: number
  readonly residentMiB: number
}

export interface Subject {
  readonly name: SubjectName
  readonly port: number
  readonly usage: () => Promise<Usage>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const millisecondsPerTick = 10

const usageOf = async (pid: number): Promise<Usage> => {
  try {
    const [stat, status] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "latin1"),
      readFile(`/proc/${pid}/status`, "latin1")
    ])
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick,
      residentMiB: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
    }
  } catch {
    return { cpuMs: Number.NaN, residentMiB: Number.NaN }
  }
}

const ready = async (port: number, child: ChildProcess, name: SubjectName): Promise<void> => {
  for (let left = 200; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`The ${name} ended with ${child.exitCode} before it was ready`)
    const answered = await fetch(`http://127.0.0.1:${port}/livez`).then(
      async (response) => {
        await response.arrayBuffer()
        return true
      },
      () => false
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The ${name} was not ready in 20 s`)
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const kill = setTimeout(() => child.kill("SIGKILL"), 5000)
    child.once("exit", () => {
      clearTimeout(kill)
      resolve()
    })
    child.kill("SIGTERM")
  })

/** How subjects run: profiled into the directory `profile` if set. */
export interface SubjectOptions {
  readonly fromSources: boolean
  readonly profile?: string | undefined
  /** The file with the page that the peer serves. */
  readonly page?: string | undefined
}

/** Starts a server process on the database at `databaseUrl`; it is ready when returned, and stopped with the scope. */
export const startSubject = (
  name: SubjectName,
  databaseUrl: string,
  { fromSources, page, profile }: SubjectOptions
): Effect.Effect<Subject, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const { REDIS_URL: _, ...inherited } = process.env
    // Like in the image, where Node's compile cache contains the bundle.
    if (name === "service" && !fromSources) {
      yield* Effect.promise(() =>
        promisify(execFile)(process.execPath, [...nodeFlags, bundle, "--version"], { cwd: root })
      )
    }
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(
          process.execPath,
          [
            ...nodeFlags,
            ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}/${name}`]),
            ...commandOf(name, fromSources)
          ],
          {
            cwd: root,
            env: {
              ...inherited,
              ...limits,
              ...allocator,
              ...jobs,
              ...(page === undefined ? {} : { BENCH_PAGE: page }),
              NODE_ENV: "production",
              HUB_ENV: "development",
              DATABASE_URL: databaseUrl,
              HOST: "127.0.0.1",
              PORT: String(port)
            },
            stdio: ["ignore", "ignore", "inherit"]
          }
        )
      ),
      (started) => Effect.promise(() => stop(started))
    )
    yield* Effect.tryPromise(() => ready(port, child, name))
    return { name, port, usage: () => usageOf(child.pid ?? 0) }
  })
