import { assert } from "@effect/vitest"
import { Effect, Fiber, Random, Ref, Schedule } from "effect"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import type { Call } from "../support/http/httpCall.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { anHour } from "../support/anHour.ts"

/** A wait longer than any test, in which the process is killed. The deadlines of the service must not end it before. */
export const held = { times: 1, delayMs: 600_000 } as const
const patient = { HUB_REQUEST_TIMEOUT_MS: String(anHour), HUB_DATABASE_TIMEOUT_MS: String(anHour) }

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

type TwoServers = readonly [ServerProcess, ServerProcess]

/**
 * Sends a call to either process until one answers with a status below 500. Each attempt is a new call: a desk's key
 * stays in flight for minutes when its process is killed.
 */
export const insist = Effect.fnUntraced(function* (servers: TwoServers, callOf: () => Call) {
  const once = Effect.gen(function* () {
    const reply = yield* servers[(yield* Random.nextBoolean) ? 0 : 1].call(callOf())
    return reply.status < 500 ? reply : yield* Effect.fail(reply)
  })
  return yield* Effect.retry(once, { times: 1000, schedule: Schedule.spaced("50 millis") }).pipe(Effect.orDie)
})

interface Kills {
  readonly kills: number
  /** How many further answers precede each kill. */
  readonly answersPerKill: number
}

export interface Work {
  /** Like `insist`, and counts the answer. */
  readonly send: (callOf: () => Call) => ReturnType<typeof insist>
  /** Whether there are no more kills, so that the work shall end. */
  readonly isOver: Effect.Effect<boolean>
}

/** Does the work for each of the inputs at once, while the processes are killed and restarted in turn. */
export const workUnderKills = Effect.fnUntraced(function* <I, A, E, R>(
  servers: TwoServers,
  { answersPerKill, kills }: Kills,
  inputs: ReadonlyArray<I>,
  workOf: (work: Work, input: I) => Effect.Effect<A, E, R>
) {
  const answered = yield* Ref.make(0)
  const over = yield* Ref.make(false)
  const send = (callOf: () => Call) =>
    Effect.tap(insist(servers, callOf), () => Ref.update(answered, (count) => count + 1))
  const killing = Effect.gen(function* () {
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = servers[kill % 2 === 0 ? 0 : 1]
      const seen = yield* Ref.get(answered)
      yield* eventually(
        "requests are answered",
        Effect.map(Ref.get(answered), (count) => count >= seen + answersPerKill)
      )
      yield* victim.kill
      yield* victim.restart
    }
    yield* Ref.set(over, true)
  })
  const working = Effect.forEach(inputs, (input) => workOf({ send, isOver: Ref.get(over) }, input), {
    concurrency: "unbounded"
  })
  const [done] = yield* Effect.all([working, killing], { concurrency: 2 })
  return done
})
