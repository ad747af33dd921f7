import { assert, it } from "@effect/vitest"
import { Effect, Random, Ref, Schedule } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { eventually } from "../support/eventually.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import type { Call, Reply } from "../support/httpCall.ts"
import { grant } from "../support/memberServices.ts"
import { type ServerProcess, startServer } from "../support/processes.ts"
import { postgres } from "../support/servers.ts"
import { cancel, claim, confirm, headersOf, readFulfillment, verifyLedger } from "./claims.ts"
import { coreEvents } from "./coreEvents.ts"

const kills = 30
const workers = 6
const answersPerKill = 10

/** The last answer that a member got about one of their claims. */
interface Acknowledged {
  readonly fulfillmentId: string
  readonly status: "claimed" | "cancelled" | "fulfilled"
}

/** Sends a call to either process, again and again, until one answers and is not away from its database. */
const insist = Effect.fnUntraced(function* (servers: readonly [ServerProcess, ServerProcess], call: Call) {
  const once = Effect.gen(function* () {
    const reply = yield* servers[(yield* Random.nextBoolean) ? 0 : 1].call(call)
    return reply.status < 500 ? reply : yield* Effect.fail(reply)
  })
  return yield* Effect.retry(once, { times: 1000, schedule: Schedule.spaced("50 millis") }).pipe(Effect.orDie)
})

postgres.describe("the ledger under kill -9", () => {
  it.live(
    "MEM-086 MEM-087 MEM-088: 30 kills amid claims, cancels and confirms lose no acknowledged answer, and the ledger verifies",
    () =>
      Effect.gen(function* () {
        const database = yield* freshDatabase
        const one = yield* startServer(database)
        const other = yield* startServer(database)
        const servers: readonly [ServerProcess, ServerProcess] = [one, other]
        const enough = Effect.forEach(["M1", "M2"] as const, (name) => grant(memberIds[name], 10_000_000))
        yield* Effect.provide(enough, coreEvents(database))
        const answered = yield* Ref.make(0)
        const stopping = yield* Ref.make(false)

        /** Claims, and ends the claim, one after another; every answer is on record. */
        const work = Effect.fnUntraced(function* (worker: number) {
          const headers = yield* headersOf(worker % 2 === 0 ? "M1" : "M2")
          const acknowledged: Array<Acknowledged> = []
          const say = (call: Call) =>
            Effect.tap(insist(servers, call), () => Ref.update(answered, (count) => count + 1))
          for (let turn = 0; !(yield* Ref.get(stopping)); turn += 1) {
            const key = `worker-${worker}-${turn}`
            const claimed: Reply = yield* say(claim(headers, key))
            assert.strictEqual(claimed.status, 201, claimed.text)
            const fulfillmentId = String(claimed.at("fulfillmentId"))
            if (turn % 10 === 9) {
              const confirmed = yield* say(confirm(headers, fulfillmentId))
              assert.strictEqual(confirmed.status, 200, confirmed.text)
              acknowledged.push({ fulfillmentId, status: "fulfilled" })
            } else if (turn % 10 === 8) {
              acknowledged.push({ fulfillmentId, status: "claimed" })
            } else {
              const cancelled = yield* say(cancel(headers, fulfillmentId))
              // Killed after its commit, the first attempt did it: the second is answered so.
              if (cancelled.status === 400) assert.include(String(cancelled.at("message")), "cancelled")
              else assert.strictEqual(cancelled.status, 200, cancelled.text)
              acknowledged.push({ fulfillmentId, status: "cancelled" })
            }
          }
          return { headers, acknowledged }
        })

        const before = yield* database.value("SELECT count(*)::int FROM fulfillments")
        const killing = Effect.gen(function* () {
          for (let kill = 0; kill < kills; kill += 1) {
            const victim = servers[kill % 2 === 0 ? 0 : 1]
            const seen = yield* Ref.get(answered)
            yield* eventually(
              "requests are answered",
              Effect.map(Ref.get(answered), (count) => count >= seen + answersPerKill),
              60
            )
            yield* victim.kill
            yield* victim.restart
          }
          yield* Ref.set(stopping, true)
        })
        const [done] = yield* Effect.all(
          [
            Effect.forEach(
              Array.from({ length: workers }, (_, index) => index),
              work,
              { concurrency: workers }
            ),
            killing
          ],
          { concurrency: 2 }
        )

        const all = done.flatMap(({ acknowledged }) => acknowledged)
        // A claim and its end are two answers, and each worker may have been amid one.
        assert.isAtLeast(all.length, (kills * answersPerKill) / 2 - workers)
        assert.strictEqual(new Set(all.map(({ fulfillmentId }) => fulfillmentId)).size, all.length)
        const after = yield* database.value("SELECT count(*)::int FROM fulfillments")
        assert.strictEqual(Number(after) - Number(before), all.length, "a claim without an answer")
        for (const { headers, acknowledged } of done) {
          for (const { fulfillmentId, status } of acknowledged) {
            const read = yield* insist(servers, readFulfillment(headers, fulfillmentId))
            assert.strictEqual(read.at("status"), status, fulfillmentId)
          }
        }
        yield* verifyLedger(database)
      }),
    600_000
  )
})
