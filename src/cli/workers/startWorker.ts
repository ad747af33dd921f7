import cluster from "node:cluster"
import { Deferred, Effect, Schema } from "effect"
import type { Sink } from "../../layers/LoggingLayer.ts"
import { closeUnreceived } from "./closeUnreceived.ts"
import type { PrimaryMessage } from "./PrimaryMessage.ts"
import { WorkerMessage } from "./WorkerMessage.ts"

/** How a process ended: by itself with a code, or by a signal. */
export interface WorkerEnd {
  readonly code: number | undefined
  readonly signal: string | undefined
}

/** A process that serves the port with others, as its primary sees it. */
export interface WorkerProcess {
  /** From 1 in the order of their starts; a worker that replaces another has a number of its own. */
  readonly id: number
  readonly pid: number | undefined
  readonly send: (message: PrimaryMessage) => void
  readonly kill: () => void
  /** Waits until it answers requests: what it would announce. */
  readonly ready: Effect.Effect<string>
  /** Waits until it has ended, and all it printed is passed on. */
  readonly ended: Effect.Effect<WorkerEnd>
}

const isWorkerMessage = Schema.is(WorkerMessage)

/** Passes on the lines of a stream, each whole, whatever the pieces that arrive. */
const relayLines = (stream: NodeJS.ReadableStream, sink: Sink) => {
  let rest = ""
  stream.setEncoding("utf8")
  stream.on("data", (chunk: string) => {
    const text = rest + chunk
    const end = text.lastIndexOf("\n") + 1
    rest = text.slice(end)
    if (end > 0) sink(text.slice(0, end))
  })
  stream.on("end", () => {
    if (rest !== "") sink(`${rest}\n`)
  })
}

interface StartOptions {
  readonly port: number
  readonly sink: Sink
  /** Receives everything but `Ready`. */
  readonly onMessage: (from: WorkerProcess, message: Exclude<WorkerMessage, { readonly _tag: "Ready" }>) => void
}

/**
 * Starts this program again, with the same arguments and environment, as a worker that listens on `port`. Its standard
 * output goes to `sink`.
 */
export const startWorker = ({ onMessage, port, sink }: StartOptions): Effect.Effect<WorkerProcess> =>
  Effect.sync(() => {
    // Connections are handed to workers in turn, to each the next when it has taken the last. From one shared socket a
    // worker takes many that come together; sockets of their own (`reusePort`) are chosen by a hash, a connection that
    // waits dies with its worker, and a second service on the port would not be noticed.
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ stdio: ["ignore", "pipe", "inherit", "ipc"] })
    const worker = cluster.fork({ PORT: String(port) })
    closeUnreceived(worker.process)
    const ready = Deferred.makeUnsafe<string>()
    const ended = Deferred.makeUnsafe<WorkerEnd>()
    const started: WorkerProcess = {
      id: worker.id,
      pid: worker.process.pid,
      send: (message) => {
        // It may end at any moment, which `ended` tells.
        if (worker.isConnected()) worker.send(message, () => {})
      },
      kill: () => void worker.process.kill("SIGKILL"),
      ready: Deferred.await(ready),
      ended: Deferred.await(ended)
    }
    const end = (how: WorkerEnd) => Deferred.doneUnsafe(ended, Effect.succeed(how))
    if (worker.process.stdout !== null) relayLines(worker.process.stdout, sink)
    worker.on("message", (message: unknown) => {
      if (!isWorkerMessage(message)) return
      if (message._tag === "Ready") Deferred.doneUnsafe(ready, Effect.succeed(message.announcement))
      else onMessage(started, message)
    })
    // Not `exit`, after which there may be output to read.
    worker.process.on("close", (code, signal) => end({ code: code ?? undefined, signal: signal ?? undefined }))
    // The system could not start it, or not send to it; only the first is an end.
    worker.on("error", () => {
      if (worker.process.pid === undefined) end({ code: undefined, signal: undefined })
    })
    return started
  })
