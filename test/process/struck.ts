import { Context, Effect, Layer } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { grant } from "../support/memberServices.ts"
import type { Database } from "../support/servers/Database.ts"
import { makeFaultyLine, type StatementFault } from "../support/servers/faultyLine.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { coreEvents } from "./coreEvents.ts"

/** One connection in each pool, so that one left in a bad state is the next one used. */
const environment = { HUB_JOBS: "0", HUB_DATABASE_POOL: "2" }

/** What can happen to a statement. */
export const faults = {
  "is refused": { _tag: "refuse", sql: "SELECT 1 / 0" },
  "is cancelled": { _tag: "refuse", sql: "SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(5)" },
  "ends with its session": { _tag: "refuse", sql: "SELECT pg_terminate_backend(pg_backend_pid())" },
  "is never sent": { _tag: "drop" },
  "is executed without an answer": { _tag: "loseAnswer", delivered: "none" },
  "is executed with half an answer": { _tag: "loseAnswer", delivered: "half" }
} as const satisfies Record<string, StatementFault>

/** A service whose statements reach the database through a line with faults. */
export class Struck extends Context.Service<
  Struck,
  {
    readonly database: Database
    readonly line: Effect.Success<ReturnType<typeof makeFaultyLine>>
    readonly server: ServerProcess
  }
>()("test/process/Struck") {}

export const struck = Layer.effect(
  Struck,
  Effect.gen(function* () {
    const database = yield* demoDatabase
    const line = yield* makeFaultyLine(database.url)
    const server = yield* startServer({ url: line.url }, environment)
    yield* Effect.provide(grant(memberIds.M1, 1_000_000), coreEvents(database))
    return Struck.of({ database, line, server })
  })
)
