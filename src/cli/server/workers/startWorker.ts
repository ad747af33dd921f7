import cluster from "node:cluster"
import { Deferred, Effect, Schema } from "effect"
import type { Sink } from "../../../layers/LoggingLayer.ts"
import { makeCloseUnreceived } from "./makeCloseUnreceived.ts"
import type { PrimaryMessage } from "./PrimaryMessage.ts"
import { WorkerMessage } from "./WorkerMessage.ts"

/** How a process ended: by itself with a code, or by a signal. */
export interface WorkerEnd {
  readonly code: number | undefined
  readonly signal: string | undefined
}

/** A process that serves the port with others, as its primary sees it. */
export interface WorkerProcess {
  /** Numbered from 1 in the order of start; a replacement gets a new number. */
  readonly id: number
  readonly pid: number | undefined
  readonly send: (message: PrimaryMessage) => void
  readonly kill: () => void
  /** Waits until the worker accepts requests, and returns its announcement. */
  readonly ready: Effect.Effect<string>
  /** Waits until the worker has exited and all its output has been passed on. */
  readonly ended: Effect.Effect<WorkerEnd>
}

const isWorkerMessage = Schema.is(WorkerMessage)

/** Passes on a stream line by line, however it is split into chunks. */
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
  /** Receives every message except `Ready`. */
  readonly onMessage: (from: WorkerProcess, message: Exclude<WorkerMessage, { readonly _tag: "Ready" }>) => void
}

/**
 * Whenever it is run, starts this program again, with the same arguments and environment, as one more worker that
 * listens on `port`. The standard output of all goes to `sink`.
 */
export const startWorker = ({ onMessage, port, sink }: StartOptions): Effect.Effect<WorkerProcess> => {
  const closeUnreceived = makeCloseUnreceived()
  return Effect.sync(() => {
    // Connections are handed to workers in turn, one at a time. On a shared socket, one worker would accept many of a
    // burst. With a socket for each (`reusePort`), the kernel chooses by a hash, pending connections die with their
    // worker, and a second service on the port would go unnoticed.
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
        // A worker may exit at any moment; `ended` reports that.
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
    // Not `exit`, after which output may still arrive.
    worker.process.on("close", (code, signal) => end({ code: code ?? undefined, signal: signal ?? undefined }))
    // The worker could not be started, or a message could not be sent; only the former is an end.
    worker.on("error", () => {
      if (worker.process.pid === undefined) end({ code: undefined, signal: undefined })
    })
    return started
  })
}
