import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import type { OfferName } from "../../src/demo/offerPlan.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import type { Reply } from "../support/http/httpCall.ts"
import { grant } from "../support/memberServices.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { cancel, claimFor, confirm, headersOf, readFulfillment, verifyLedger } from "./claims.ts"
import { coreEvents } from "./coreEvents.ts"
import { actionsOf, approve, fulfill, modify, redemptions, reject } from "./desk.ts"
import { insist, type Work, workUnderKills } from "./killing.ts"

const kills = 30
const workers = 6
const answersPerKill = 10

type Headers = Effect.Success<ReturnType<typeof headersOf>>

/** Commands of members and desks on a claim, and the status after each. Cancel and confirm are the member's. */
const commands = {
  cancel: { of: (id: string, headers: Headers) => cancel(headers, id), to: "cancelled" },
  confirm: { of: (id: string, headers: Headers) => confirm(headers, id), to: "fulfilled" },
  approve: { of: (id: string) => approve(id), to: "approved" },
  modify: { of: (id: string) => modify(id), to: "modified" },
  reject: { of: (id: string) => reject(id), to: "rejected" },
  fulfill: {
    of: (id: string, _: Headers, verificationCode: unknown) => fulfill(id, { verificationCode }),
    to: "fulfilled"
  }
} as const
type Command = keyof typeof commands

/** The offer and commands of a worker's claims, in turn. */
const lives: ReadonlyArray<{ readonly offer: OfferName; readonly commands: ReadonlyArray<Command> }> = [
  { offer: "breakfast", commands: ["cancel"] },
  { offer: "late_checkout", commands: ["fulfill"] },
  { offer: "late_checkout", commands: ["reject"] },
  { offer: "breakfast", commands: ["cancel"] },
  { offer: "tasting", commands: ["approve", "confirm"] },
  { offer: "tasting", commands: ["modify", "approve"] },
  { offer: "late_checkout", commands: ["modify", "cancel"] },
  { offer: "late_checkout", commands: ["approve", "fulfill"] },
  { offer: "breakfast", commands: [] },
  { offer: "breakfast", commands: ["confirm"] }
]
const mostAnswers = 3

/** The status of a claim by its last answer, and the desk's commands on it. */
interface Acknowledged {
  readonly fulfillmentId: string
  readonly status: "claimed" | (typeof commands)[Command]["to"]
  readonly byDesk: ReadonlyArray<Command>
}

/** A proposal whose answer was lost is made again, and recorded again. */
const withoutRepeats = (actions: ReadonlyArray<unknown>) =>
  actions.filter((action, index) => action !== "modify" || actions[index - 1] !== "modify")

postgres.describe("the ledger under kill -9", () => {
  it.live("MEM-086, MEM-087, MEM-088, PAR-026: 30 kills lose no acknowledged answer, and the ledger verifies", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const one = yield* startServer(database)
      const other = yield* startServer(database)
      const servers: readonly [ServerProcess, ServerProcess] = [one, other]
      const enough = Effect.forEach(["M1", "M2"] as const, (name) => grant(memberIds[name], 10_000_000))
      yield* Effect.provide(enough, coreEvents(database))

      /** Makes claims and runs their commands, one claim after another. Returns what was answered. */
      const work = Effect.fnUntraced(function* ({ isOver, send }: Work, worker: number) {
        const headers = yield* headersOf(worker % 2 === 0 ? "M1" : "M2")
        const acknowledged: Array<Acknowledged> = []
        for (let turn = 0; !(yield* isOver); turn += 1) {
          const key = `worker-${worker}-${turn}`
          const life = lives[turn % lives.length] ?? assert.fail("no life")
          const claimed: Reply = yield* send(() => claimFor(headers, life.offer, { key }))
          assert.strictEqual(claimed.status, 201, claimed.text)
          const fulfillmentId = String(claimed.at("fulfillmentId"))
          let status: Acknowledged["status"] = "claimed"
          for (const name of life.commands) {
            const { of, to } = commands[name]
            const read = yield* insist(servers, () => readFulfillment(headers, fulfillmentId))
            const reply = yield* send(() => of(fulfillmentId, headers, read.at("verificationCode")))
            status = to
            if (reply.status === 200) continue
            // If the process was killed after the commit, the first attempt took effect and a second one is refused.
            assert.include([400, 409], reply.status, reply.text)
            assert.include(String(reply.at("message")), to)
          }
          const byDesk = life.commands.filter((name) => name !== "cancel" && name !== "confirm")
          acknowledged.push({ fulfillmentId, status, byDesk })
        }
        return { headers, acknowledged }
      })

      const before = yield* database.value("SELECT count(*)::int FROM fulfillments")
      const indices = Array.from({ length: workers }, (_, index) => index)
      const done = yield* workUnderKills(servers, { kills, answersPerKill }, indices, work)

      const all = done.flatMap(({ acknowledged }) => acknowledged)
      // A claim gets at most `mostAnswers` answers, and each worker may have been amid one.
      assert.isAtLeast(all.length, (kills * answersPerKill) / mostAnswers - workers)
      assert.strictEqual(new Set(all.map(({ fulfillmentId }) => fulfillmentId)).size, all.length)
      const after = yield* database.value("SELECT count(*)::int FROM fulfillments")
      assert.strictEqual(Number(after) - Number(before), all.length, "a claim without an answer")
      for (const { headers, acknowledged } of done) {
        for (const { byDesk, fulfillmentId, status } of acknowledged) {
          const read = yield* insist(servers, () => readFulfillment(headers, fulfillmentId))
          assert.strictEqual(read.at("status"), status, fulfillmentId)
          if (byDesk.length === 0) continue
          const records = yield* insist(servers, () => redemptions(fulfillmentId))
          assert.deepStrictEqual(withoutRepeats(actionsOf(records)), [...byDesk], fulfillmentId)
        }
      }
      yield* verifyLedger(database)
    })
  )
})
