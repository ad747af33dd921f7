import { assert } from "@effect/vitest"
import { Effect, Fiber, Random, Schedule } from "effect"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import type { Call } from "../support/http/httpCall.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"

/** A wait longer than any test, in which the process is killed. The deadlines of the service must not end it before. */
export const held = { times: 1, delayMs: 120_000 } as const
const patient = { HUB_REQUEST_TIMEOUT_MS: "120000", HUB_DATABASE_TIMEOUT_MS: "60000" }

/** The transaction of a job that falls due would use up the fault that waits for a request. */
const withoutJobs = { HUB_JOBS: "0" }

/** Two processes over a database of their own, which wait as long as a test lasts, and whose jobs do not run. */
export const startTwoWith = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const database = yield* demoDatabase
  const one = yield* startServer(database, { ...patient, ...withoutJobs, ...environment })
  const other = yield* startServer(database, { ...patient, ...withoutJobs, ...environment })
  return { database, one, other }
})

/** The same without further settings. */
export const startTwo = startTwoWith({})

/** Sends the request, kills the process once `when` holds, and asserts that the client got no reply. */
export const killDuring = Effect.fnUntraced(function* (
  server: ServerProcess,
  call: Call,
  when: readonly [what: string, check: Effect.Effect<boolean>]
) {
  const pending = yield* Effect.forkChild(Effect.flip(server.call(call)))
  yield* eventually(when[0], when[1])
  yield* server.kill
  assert.strictEqual((yield* Fiber.join(pending))._tag, "NoReply")
})

/**
 * Sends a call to either process until one answers with a status below 500. Each attempt is a new call: a desk's key
 * stays in flight for minutes when its process is killed.
 */
export const insist = Effect.fnUntraced(function* (
  servers: readonly [ServerProcess, ServerProcess],
  callOf: () => Call
) {
  const once = Effect.gen(function* () {
    const reply = yield* servers[(yield* Random.nextBoolean) ? 0 : 1].call(callOf())
    return reply.status < 500 ? reply : yield* Effect.fail(reply)
  })
  return yield* Effect.retry(once, { times: 1000, schedule: Schedule.spaced("50 millis") }).pipe(Effect.orDie)
})
