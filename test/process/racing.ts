import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { Pair } from "../support/servers/processes.ts"

export const times = (count: number) => Array.from({ length: count }, (_, index) => index)

export const atOnce = { concurrency: "unbounded" } as const

/** Runs the calls at once, every other one through the other process. */
export const race = Effect.fnUntraced(function* (calls: ReadonlyArray<Call>) {
  const { one, other } = yield* Pair
  return yield* Effect.all(
    calls.map((call, n) => (n % 2 === 0 ? one : other).call(call)),
    atOnce
  )
})

/** Reads through the process that answers every other call of a race. */
export const read = Effect.fnUntraced(function* (call: Call) {
  const { other } = yield* Pair
  const reply = yield* other.call(call)
  assert.strictEqual(reply.status, 200, reply.text)
  return reply
})

/** A write of a desk with all scopes of Org A, under a key of its own. */
export const partnerWrite = (method: Call["method"], path: string, body?: unknown): Call => ({
  method,
  path: `/v1/partner${path}`,
  headers: { "x-api-key": partnerKeys.PA, "idempotency-key": crypto.randomUUID() },
  ...(body === undefined ? {} : { body })
})

/** A read of the same desk. */
export const partnerRead = (path: string): Call => ({
  method: "GET",
  path: `/v1/partner${path}`,
  headers: { "x-api-key": partnerKeys.PA }
})

/** The reply to a call outside a race, which must have `status`. */
export const done = Effect.fnUntraced(function* (call: Call, status = 200) {
  const { one } = yield* Pair
  const reply = yield* one.call(call)
  assert.strictEqual(reply.status, status, reply.text)
  return reply
})

/** Status and code of each reply; the code of a success is undefined. */
export const codes = (replies: ReadonlyArray<Reply>) =>
  replies.map(({ at, status }) => `${status} ${String(at("code"))}`)

export const withStatus = (replies: ReadonlyArray<Reply>, status: number) =>
  replies.filter((reply) => reply.status === status)

/** Number of replies with each status. */
export const tally = (replies: ReadonlyArray<Reply>) =>
  replies.reduce<Readonly<Record<number, number>>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {}
  )

type Headers = Readonly<Record<string, string>>

/** The member's balance, summed over both assets. */
export const spendable = (headers: Headers) =>
  Effect.map(
    read({ method: "GET", path: "/v1/members/me/wallet/balance", headers }),
    ({ at }) => Number(at("validBalance")) + Number(at("creditBalance"))
  )

/** Runs a job of the process, or advances its clock (GEN-014). */
export const run = (job: "expire" | "finalise"): Call => ({ method: "POST", path: `/__test/jobs/${job}/run` })
export const move = (advanceSeconds: number): Call => ({
  method: "POST",
  path: "/__test/clock",
  body: { advanceSeconds }
})

/** Fails if a transaction of either process ran into a deadlock. */
export const noDeadlock = Effect.gen(function* () {
  const { one, other } = yield* Pair
  for (const process of [one, other]) {
    const { text } = yield* process.call({ method: "GET", path: "/metrics" })
    assert.match(text, /^hub_database_transaction_retries_total\{reason="deadlock"\} 0$/m)
  }
})
