#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import "effect/schema/SchemaJITCompiler/enable"
import cluster from "node:cluster"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Runtime } from "effect"
import { printingWhole } from "./cli/printingWhole.ts"
import { runHub } from "./cli/runHub.ts"

const args = process.argv.slice(2)

// A service that was forked with an IPC channel (startHub) ends with its parent. The primary stops workers itself.
if (process.connected && cluster.isPrimary) process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))

/** A server stopped by a signal has succeeded (exit code 0); any other interrupted verb has not. */
const teardown: Runtime.Teardown = (exit, onExit) =>
  Runtime.defaultTeardown(exit, (code) => {
    onExit(code === 130 && args[0] === "serve" ? 0 : code)
    // The channel to its primary would keep a worker alive.
    if (cluster.isWorker) process.exit()
  })

// A server goes on when nobody reads its log.
const program = args[0] === "serve" ? runHub(args) : printingWhole(runHub(args))

NodeRuntime.runMain(program, { disableErrorReporting: true, teardown })
