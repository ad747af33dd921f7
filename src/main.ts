#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import "effect/schema/SchemaJITCompiler/enable"
import cluster from "node:cluster"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Runtime } from "effect"
import { withOutputWritten } from "./cli/withOutputWritten.ts"
import { runHub } from "./cli/runHub.ts"

const args = process.argv.slice(2)
const isServer = args[0] === "serve"

// A service that was forked with an IPC channel (startHub) ends with its parent. The primary stops workers itself.
if (process.connected && cluster.isPrimary) process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))

/** As shells have it, 128 and the number of the signal; the runtime knows only of interruption. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 }

/**
 * How long an interrupted command may take to undo what it has begun, such as while its statement waits for a lock. The
 * database undoes the rest once the process is gone, as after a crash.
 */
const undoMillis = 5000

let interrupted = exitCodes.SIGINT
const onSignal = (signal: keyof typeof exitCodes) => {
  interrupted = exitCodes[signal]
  if (!isServer) setTimeout(() => process.exit(interrupted), undoMillis).unref()
}
process.once("SIGINT", onSignal)
process.once("SIGTERM", onSignal)

/** A server stopped by a signal has succeeded (exit code 0); any other interrupted verb has not. */
const teardown: Runtime.Teardown = (exit, onExit) => {
  // From here on, another signal ends the process as usual.
  process.off("SIGINT", onSignal)
  process.off("SIGTERM", onSignal)
  Runtime.defaultTeardown(exit, (code) => {
    onExit(code !== exitCodes.SIGINT ? code : isServer ? 0 : interrupted)
    // The channel to its primary would keep a worker alive.
    if (cluster.isWorker) process.exit()
  })
}

// Progress that cannot be written, such as to a full disk, does not end what it is about.
process.stderr.on("error", () => {})

// A server goes on when nobody reads its log.
const program = isServer ? runHub(args) : withOutputWritten(runHub(args))

NodeRuntime.runMain(program, { disableErrorReporting: true, teardown })
