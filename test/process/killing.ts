import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/freshDatabase.ts"
import type { Call } from "../support/httpCall.ts"
import { type ServerProcess, startServer } from "../support/processes.ts"

/** Longer than any test: what waits there is killed there. The deadlines of the service must not end it before. */
export const held = { times: 1, delayMs: 120_000 } as const
const patient = { HUB_REQUEST_TIMEOUT_MS: "120000", HUB_DATABASE_TIMEOUT_MS: "60000" }

/** Two processes over a database of their own, which wait as long as a test lasts. */
export const startTwoWith = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const database = yield* demoDatabase
  const one = yield* startServer(database, { ...patient, ...environment })
  const other = yield* startServer(database, { ...patient, ...environment })
  return { database, one, other }
})

/** The same without settings of their own. */
export const startTwo = startTwoWith({})

/** Sends the request, kills the process at the moment described, and makes sure that the client heard nothing. */
export const killDuring = Effect.fnUntraced(function* (
  server: ServerProcess,
  call: Call,
  when: readonly [what: string, check: Effect.Effect<boolean>]
) {
  const sent = yield* Effect.forkChild(Effect.flip(server.call(call)))
  yield* eventually(when[0], when[1])
  yield* server.kill
  assert.strictEqual((yield* Fiber.join(sent))._tag, "NoReply")
})
