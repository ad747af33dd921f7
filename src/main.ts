#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import "effect/schema/SchemaJITCompiler/enable"
import cluster from "node:cluster"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Runtime } from "effect"
import { runHub } from "./cli/runHub.ts"

const args = process.argv.slice(2)

/** A server stopped by a signal has succeeded (exit code 0); any other interrupted verb has not. */
const teardown: Runtime.Teardown = (exit, onExit) =>
  Runtime.defaultTeardown(exit, (code) => {
    onExit(code === 130 && args[0] === "serve" ? 0 : code)
    // The channel to its primary would keep a worker alive.
    if (cluster.isWorker) process.exit()
  })

NodeRuntime.runMain(runHub(args), { disableErrorReporting: true, teardown })
