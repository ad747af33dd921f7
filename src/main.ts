import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Logger } from "effect"
import { serve } from "./cli/serve.ts"
import * as Configuration from "./layers/Configuration.ts"

const program = serve({ demo: true, announce: (url) => Console.log(`ready ${url}`) }).pipe(
  Effect.provide(Configuration.layer({ store: process.argv[3] === "memory" ? "memory" : undefined, demo: true })),
  Effect.provide(Logger.layer([Logger.consoleJson]))
)
NodeRuntime.runMain(program)
