import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { makeCluster } from "../support/servers/cluster.ts"
import { eventually } from "../support/eventually.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { ownPostgres } from "../support/servers/servers.ts"
import { acknowledge, isAcknowledged, isInFlight } from "./arrivals.ts"
import {
  arm,
  historyOf,
  insertActions,
  listeners,
  readAction,
  readEvents,
  tally,
  transition,
  withKey
} from "./messaging.ts"

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const atOnce = { concurrency: "unbounded" } as const

const probe = (server: ServerProcess, path: "/livez" | "/readyz") =>
  Effect.map(server.call({ method: "GET", path }), ({ status }) => status)

const haveStatus = (servers: ReadonlyArray<ServerProcess>, status: number) =>
  Effect.map(
    Effect.forEach(servers, (server) => probe(server, "/readyz")),
    (all) => all.every((one) => one === status)
  )

const start = Effect.gen(function* () {
  const cluster = yield* makeCluster
  const servers = [yield* startServer(cluster.database), yield* startServer(cluster.database)] as const
  return { cluster, servers }
})

ownPostgres.describe("an outage of PostgreSQL", () => {
  it.live(
    "GEN-012: shows in /readyz but not in /livez, and processes recover by themselves when PostgreSQL is back",
    () =>
      Effect.gen(function* () {
        const { cluster, servers } = yield* start
        yield* cluster.stop
        yield* eventually("every process says that it is not ready", haveStatus(servers, 503))
        for (const server of servers) assert.strictEqual(yield* probe(server, "/livez"), 200)
        yield* cluster.start
        yield* eventually("every process is ready again", haveStatus(servers, 200))
      })
  )

  it.live("A-138, A-145: images of pages and questions of the edge get 503, which is no bug of the service", () =>
    Effect.gen(function* () {
      const { cluster, servers } = yield* start
      const [server] = servers
      const page = yield* server.call({ method: "GET", path: "/p/organization-a/v1-published" })
      const image = /\/media\/images\/[^ "]+/.exec(page.text)?.[0] ?? assert.fail("The page shows no image")
      const calls = [image, "/__edge/ask?domain=www.hotels-a.example"].map((path): Call => ({ method: "GET", path }))
      for (const call of calls) assert.strictEqual((yield* server.call(call)).status, 200)
      yield* cluster.stop
      yield* eventually("the process is not ready", haveStatus([server], 503))
      assert.deepStrictEqual(tally(yield* Effect.forEach(calls, server.call)), { "503 service_unavailable": 2 })
      assert.notInclude(server.log(), "Unexpected failure")
    })
  )

  it.live(
    "PAR-122, PAR-125: a partner write that it broke off can be retried when PostgreSQL is back, well within the lease",
    () =>
      Effect.gen(function* () {
        const { cluster, servers } = yield* start
        const [server, other] = servers
        const { database } = cluster
        // The write waits at its commit until PostgreSQL is gone, so that freeing its key fails as well.
        yield* arm(server, { point: "before_commit", times: 1, delayMs: 10_000 })
        const write = acknowledge("broken off")
        const pending = yield* Effect.forkChild(server.call(write))
        yield* eventually("the write has its key", isInFlight(database))
        yield* cluster.stop
        assert.strictEqual((yield* Fiber.join(pending)).status, 503)
        yield* cluster.start
        yield* eventually("every process is ready again", haveStatus(servers, 200))
        assert.isFalse(yield* isAcknowledged(database))
        yield* eventually(
          "a retry is executed",
          Effect.map(other.call(write), ({ status }) => status === 200),
          90
        )
        assert.isTrue(yield* isAcknowledged(database))
      })
  )

  it.live(
    "HUB-070, HUB-076: restarts under load cause 503s only; retries with the same key lose and double nothing",
    () =>
      Effect.gen(function* () {
        const { cluster, servers } = yield* start
        const { database } = cluster
        const actions = yield* insertActions(database, 10_000)
        const replies = { reads: new Array<Reply>(), transitions: new Array<Reply>() }
        const load = { isOn: true }

        const send = Effect.fnUntraced(function* (kind: keyof typeof replies, turn: number, call: Call) {
          const reply = yield* (servers[turn % 2] ?? servers[0]).call(call)
          replies[kind].push(reply)
          assert.include([200, 503], reply.status, reply.text)
          return reply
        })

        const reads = (action: string): ReadonlyArray<Call> => [
          { method: "GET", path: "/api/external/v1/brands?limit=5", headers: withKey("KH_all") },
          readAction(action),
          readEvents(0)
        ]
        const reader = (n: number) =>
          Effect.gen(function* () {
            for (let turn = n; load.isOn; turn++) {
              for (const call of reads(actions[0] ?? "")) yield* send("reads", turn, call)
              yield* Effect.sleep("20 millis")
            }
          })

        /** Moves one Action after the other, and retries a 503 through each process in turn. */
        const acknowledged = new Map<string, Array<unknown>>()
        const writer = (n: number) =>
          Effect.gen(function* () {
            for (let mine = n; load.isOn; mine += 8) {
              const action = actions[mine] ?? ""
              const receipts: Array<unknown> = []
              acknowledged.set(action, receipts)
              for (const [index, type] of (["claim", "finish"] as const).entries()) {
                const call = transition({ action, expectedVersion: index + 1, type })
                for (let turn = mine; ; turn++) {
                  const reply = yield* send("transitions", turn, call)
                  if (reply.status === 200) {
                    receipts.push(reply.at("receipt.id"))
                    break
                  }
                  yield* Effect.sleep("50 millis")
                }
              }
              yield* Effect.sleep("20 millis")
            }
          })

        const countOk = () => replies.transitions.filter(({ status }) => status === 200).length
        const underWay = Effect.suspend(() => {
          const before = countOk()
          return eventually(
            "transitions are made",
            Effect.sync(() => countOk() >= before + 40)
          )
        })
        const outages = Effect.gen(function* () {
          for (const end of [cluster.stop, cluster.crash]) {
            yield* underWay
            yield* end
            yield* eventually("every process says that it is not ready", haveStatus(servers, 503))
            for (const server of servers) assert.strictEqual(yield* probe(server, "/livez"), 200)
            yield* cluster.start
            yield* eventually("every process is ready again", haveStatus(servers, 200))
          }
          yield* underWay
          load.isOn = false
          yield* eventually(
            "both processes listen for revoked keys again",
            Effect.map(database.query(listeners), ({ length }) => length === 2)
          )
        })
        yield* Effect.all([outages, ...times(4).map(reader), ...times(8).map(writer)], atOnce)

        assert.hasAllKeys(tally(replies.reads), ["200", "503 service_unavailable"])
        assert.hasAllKeys(tally(replies.transitions), ["200", "503 service_unavailable"])

        const kept = yield* database.query(
          `SELECT a.xid, a.version, a.state, json_agg(t.receipt_xid ORDER BY t.id)::text, count(*)::int
          FROM actions a JOIN action_transitions t ON t.action_id = a.id WHERE a.xid = ANY($1::text[])
          GROUP BY a.id`,
          [actions]
        )
        assert.strictEqual(kept.length, acknowledged.size)
        for (const [action, version, state, receipts, moves] of kept) {
          assert.deepStrictEqual([version, state, moves], [3, "finished", 2], String(action))
          assert.deepStrictEqual(JSON.parse(String(receipts)), acknowledged.get(String(action)))
        }
        const [first = ""] = acknowledged.keys()
        assert.deepStrictEqual((yield* historyOf(database, first)).events, ["action.claimed", "action.finished"])
        const events = yield* database.value(
          `SELECT count(*)::int FROM messaging_events e JOIN actions a ON a.id = e.resource_id
          WHERE e.resource_type = 'action' AND a.xid = ANY($1::text[])`,
          [actions]
        )
        assert.strictEqual(events, 2 * acknowledged.size)
      })
  )
})
