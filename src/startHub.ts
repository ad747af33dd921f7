import { type ChildProcess, fork } from "node:child_process"
import { Socket } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { DemoManifest } from "./demo/demoManifest.ts"

/** Options of `startHub`. */
export interface StartHubOptions {
  /**
   * Environment variables of the service, which inherits only `PATH`. `HUB_JOBS` defaults to 0: a test runs the jobs it
   * needs with `runJob`.
   */
  readonly env?: Readonly<Record<string, string>>
  /** Called with each line of the service's log: JSON, one line per request. */
  readonly onLog?: (line: string) => void
  /** How long the start may take, in milliseconds. Default: 60,000. */
  readonly startTimeoutMs?: number
}

/** A fault to inject at a point of the service. */
export interface Fault {
  readonly point: "core" | "idp" | "jwks" | "assistant" | "before_commit" | "after_commit"
  /** How many passes of the point it affects. Default: 1. */
  readonly times?: number
  /** Milliseconds to wait at the point first. Default: 0. */
  readonly delayMs?: number
  /** Whether to fail afterwards. Default: true. */
  readonly fail?: boolean
}

/** The background jobs. */
export type JobName = "finalise" | "expire" | "refresh" | "rebuild" | "deliver" | "domains" | "sweep"

/** Records of the fake DNS: an empty `values` means that the name has none, null that the resolver does not answer. */
export interface DnsRecords {
  readonly type: "TXT" | "CNAME"
  readonly name: string
  readonly values: ReadonlyArray<string> | null
}

/** What the fake edge reports about the certificate of a hostname. */
export type EdgeAnswer = "issued" | "refused" | "unreachable" | "unmanaged"

/** An e-mail or SMS that the service sent. */
export interface Mail {
  readonly id: number
  readonly messageId: string
  readonly channel: "email" | "sms"
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly html: string | null
  readonly receivedAt: string
}

/**
 * The whole service in its own process, over the in-memory store with the demo data. It ends when this process ends.
 */
export interface RunningHub extends AsyncDisposable {
  /** Its address, without a trailing slash. */
  readonly baseUrl: string
  /** Keys, tokens and ids of the demo data. Ids and keys are the same at each start. */
  readonly demo: DemoManifest
  /** Restores the demo data and the real time, and clears faults, rate limits, idempotency keys and the mailbox. */
  readonly reset: () => Promise<void>
  /** Sets the clock, which runs on from there. Timers and deadlines keep real time. */
  readonly setTime: (now: Date) => Promise<void>
  /** Moves the clock forward, or back if `seconds` is negative. */
  readonly advanceTime: (seconds: number) => Promise<void>
  /** Injects a fault, in place of the one armed at the same point. */
  readonly armFault: (fault: Fault) => Promise<void>
  /** Runs a background job to its end. Resolves to the number of processed items by kind. */
  readonly runJob: (job: JobName) => Promise<Readonly<Record<string, number>>>
  /** The last 1,000 messages that the job `deliver` sent, oldest first. */
  readonly mailbox: () => Promise<ReadonlyArray<Mail>>
  readonly setDns: (records: DnsRecords) => Promise<void>
  readonly setCertificate: (hostname: string, answer: EdgeAnswer) => Promise<void>
  /** Stops the service after the requests in flight. */
  readonly stop: () => Promise<void>
}

/** How many characters of standard error are kept, to explain an unexpected end. */
const keptCharacters = 10_000

/** Milliseconds until a process that does not end is killed. */
const stopTimeout = 30_000

/** Starts the process. `ended` resolves to a sentence that says why it ended. */
const launch = (env: StartHubOptions["env"]) => {
  const child = fork(
    fileURLToPath(new URL("hub.js", import.meta.url)),
    ["serve", "--store", "memory", "--demo", "--json"],
    {
      // The environment of the test runner must not configure the service.
      env: {
        PATH: process.env["PATH"],
        PORT: "0",
        HUB_JOBS: "0",
        HUB_SHUTDOWN_GRACE_MS: "0",
        ...env,
        HUB_TEST_CONTROLS: "1"
      },
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "pipe", "pipe", "ipc"]
    }
  )
  let errorOutput = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-keptCharacters)
  })
  const ended = new Promise<string>((resolve) => {
    child.once("error", ({ message }) => resolve(`The process of hub failed: ${message}`))
    child.once("close", (code, signal) =>
      resolve(`The process of hub ended: ${signal ?? `code ${code}`}\n${errorOutput}`.trim())
    )
  })
  return { child, ended }
}

/** The first line of standard output, which announces the address. The lines after it are the log. */
const announcementOf = ({ stdout }: ChildProcess, onLog: (line: string) => void) =>
  new Promise<{ readonly baseUrl: string }>((resolve) => {
    if (stdout === null) return
    const lines = createInterface({ input: stdout })
    lines.once("line", (line) => {
      resolve(JSON.parse(line))
      lines.on("line", onLog)
    })
  })

/** Keeps the child from holding this process open. */
const release = (child: ChildProcess) => {
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref()
}

const stop = async (child: ChildProcess, ended: Promise<string>) => {
  child.kill("SIGTERM")
  const killTimer = setTimeout(() => child.kill("SIGKILL"), stopTimeout)
  await ended
  clearTimeout(killTimer)
}

/**
 * Starts the service for a test: the binary itself, as `hub serve --store memory --demo` with test controls (GEN-014),
 * on a free port of the loopback interface. Rejects with the output of the process if it ends before it is ready.
 */
export const startHub = async ({
  env = {},
  onLog = () => {},
  startTimeoutMs = 60_000
}: StartHubOptions = {}): Promise<RunningHub> => {
  const { child, ended } = launch(env)
  let isLate = false
  const failed = ended.then((reason) =>
    Promise.reject(
      new Error(isLate ? `Hub was not ready within ${startTimeoutMs} ms (startTimeoutMs).\n${reason}` : reason)
    )
  )
  const killTimer = setTimeout(() => {
    isLate = true
    child.kill("SIGKILL")
  }, startTimeoutMs)
  const { baseUrl } = await Promise.race([announcementOf(child, onLog), failed]).finally(() => clearTimeout(killTimer))
  release(child)

  /** Calls a test control and resolves to the body of its response. */
  const call = async (method: "GET" | "POST", path: string, body: object = {}) => {
    const response = await Promise.race([
      fetch(`${baseUrl}/__test/${path}`, {
        method,
        headers: { Authorization: `Bearer ${env["HUB_TEST_CONTROLS_TOKEN"]}`, "Content-Type": "application/json" },
        ...(method === "GET" ? {} : { body: JSON.stringify(body) })
      }),
      failed
    ])
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} /__test/${path} answered ${response.status}: ${text}`)
    return text
  }
  const post = async (path: string, body?: object) => {
    await call("POST", path, body)
  }

  return {
    baseUrl,
    demo: JSON.parse(await call("GET", "demo")),
    reset: () => post("reset"),
    setTime: (now) => post("clock", { now }),
    advanceTime: (seconds) => post("clock", { advanceSeconds: seconds }),
    armFault: (fault) => post("faults", fault),
    runJob: async (job) => JSON.parse(await call("POST", `jobs/${job}/run`)),
    mailbox: async () => JSON.parse(await call("GET", "outbox")).mailbox,
    setDns: (records) => post("dns", records),
    setCertificate: (hostname, answer) => post("certificates", { hostname, answer }),
    stop: () => stop(child, ended),
    [Symbol.asyncDispose]: () => stop(child, ended)
  }
}
