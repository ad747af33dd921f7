import { Agent, request } from "node:http"
import { connect } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { type HubKeyName, hubKeys } from "../../src/demo/demoHubKeys.ts"
import { eventually } from "../support/eventually.ts"
import { countedTogether, fallbacksOf } from "../support/servers/countedTogether.ts"
import { demoDatabase, freshDatabase } from "../support/servers/freshDatabase.ts"
import { hubProcess } from "../support/servers/hub.ts"
import { isRefused, type ServerProcess, withoutDeadlines } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { repeated, runsOf } from "./jobs.ts"
import { areWaiting } from "../support/servers/lockWaits.ts"
import { insertActions, transition, withKey } from "./messaging.ts"
import { answeredBy, areServing, isAlive, startWorkers, workersOf } from "./workers.ts"

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const atOnce = { concurrency: "unbounded" } as const
const path = "/api/external/v1/brands?limit=1"

/** One request on a connection of its own. */
const ask = (server: ServerProcess, key: HubKeyName, id: string) =>
  Effect.map(
    server.call({ method: "GET", path, headers: { ...withKey(key), "x-request-id": id } }),
    ({ status }) => status
  )

/** Number of requests answered with 200, by `/metrics`. */
const counted = (server: ServerProcess) =>
  Effect.map(server.call({ method: "GET", path: "/metrics" }), ({ text }) =>
    Number(
      /^hub_http_requests_total\{route="\/api\/external\/v1\/brands",method="GET",status="200"\} (\d+)$/m.exec(
        text
      )?.[1]
    )
  )

const kill = (pid: number, signal: NodeJS.Signals) => Effect.sync(() => process.kill(pid, signal))

const patient = { ...withoutDeadlines, HUB_DATABASE_POOL: "32" }

/** Two requests in flight on each worker, until the result's `release`. */
const requestsInFlight = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>> = {}) {
  const database = yield* demoDatabase
  const server = yield* startWorkers(database, { ...patient, ...environment })
  const actions = yield* insertActions(database, 4)
  const rows = yield* holdRows(database, "SELECT 1 FROM actions WHERE xid = ANY($1::text[]) FOR UPDATE", [actions])
  const pending = yield* Effect.forkChild(
    Effect.forEach(actions, (action) => server.call(transition({ action, expectedVersion: 1 })), atOnce)
  )
  yield* eventually("all requests are under way", areWaiting(database, 4))
  return { server, pending, release: rows.release }
})

postgres.describe("two workers", () => {
  it.live("HUB-090: serve one port, share the limits without Redis, and count requests as one", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const server = yield* startWorkers(database, { HUB_LIMIT_HUB_KEY: "50" })
      assert.lengthOf(server.log().match(/The hub listens at .* with 2 workers\)/g) ?? [], 1, server.log())
      const [one, other] = workersOf(server)
      assert.notStrictEqual(one?.pid, other?.pid)

      const ids = times(40).map((n) => `shared-${n}`)
      const statuses = yield* Effect.forEach(ids, (id) => ask(server, "KH_all", id), { concurrency: 4 })
      assert.deepStrictEqual(
        statuses,
        ids.map(() => 200)
      )
      yield* eventually(
        "both workers have answered",
        Effect.sync(() => {
          const by = answeredBy(server)
          return ids.every((id) => by.has(id)) && new Set(ids.map((id) => by.get(id))).size === 2
        })
      )
      for (let n = 0; n < 6; n++) assert.strictEqual(yield* counted(server), 40)

      const { counts, more } = yield* countedTogether(
        { shared: Effect.void, fallbacks: fallbacksOf(server) },
        ["KH_brands", "KH_team", "KH_B"] as const,
        (key) =>
          Effect.gen(function* () {
            const before = yield* counted(server)
            const more = yield* Effect.forEach(times(60), (n) => ask(server, key, `limited-${n}`), atOnce)
            return { more, counts: (yield* counted(server)) - before }
          })
      )
      assert.lengthOf(
        more.filter((status) => status === 200),
        50
      )
      assert.lengthOf(
        more.filter((status) => status === 429),
        10
      )
      assert.strictEqual(counts, 50)
    })
  )

  it.live("HUB-051: run each due time of a job once, both taking part", () =>
    Effect.gen(function* () {
      const server = yield* startWorkers(yield* demoDatabase, {
        HUB_JOBS_CRON: "* * * * * *",
        HUB_JOBS_LEASE_SECONDS: "120",
        HUB_LOG_LEVEL: "Debug"
      })
      yield* eventually(
        "both run jobs",
        Effect.sync(() => new Set(runsOf(server).map(({ line }) => line["worker"])).size === 2)
      )
      const before = runsOf(server).length
      yield* eventually(
        "jobs go on",
        Effect.sync(() => runsOf(server).length >= before + 12)
      )
      assert.deepStrictEqual(repeated([server]), [])
    })
  )

  it.live(
    "GEN-012: survive the death of one; others' connections are unaffected, it is replaced, and no counter decreases",
    () =>
      Effect.gen(function* () {
        const server = yield* startWorkers(yield* demoDatabase)
        const [victim] = workersOf(server)
        const load = { isOn: true }

        /** Sends requests on one connection while the load is on, and records whether each was answered with 200. */
        const client = Effect.fnUntraced(function* (name: string, outcomes: Array<boolean>) {
          const agent = new Agent({ keepAlive: true, maxSockets: 1 })
          for (let n = 0; load.isOn; n++) {
            const headers = { authorization: `Bearer ${hubKeys.KH_all}`, "x-request-id": `${name}-${n}` }
            const isAnswered = yield* Effect.callback<boolean>((resume) => {
              const outgoing = request({ agent, host: "127.0.0.1", port: server.port, path, headers }, (response) => {
                response.resume()
                response.on("error", () => resume(Effect.succeed(false)))
                response.on("end", () => resume(Effect.succeed(response.statusCode === 200)))
              })
              outgoing.on("error", () => resume(Effect.succeed(false)))
              outgoing.end()
            })
            outcomes.push(isAnswered)
            yield* Effect.sleep("10 millis")
          }
          agent.destroy()
        })
        const clients = times(8).map((n) => ({ name: `client-${n}`, outcomes: new Array<boolean>() }))
        const running = yield* Effect.forkChild(
          Effect.forEach(clients, ({ name, outcomes }) => client(name, outcomes), { ...atOnce, discard: true })
        )
        yield* eventually(
          "every connection has been served",
          Effect.sync(() => clients.every(({ name }) => answeredBy(server).has(`${name}-0`)))
        )
        const by = answeredBy(server)
        const isVictims = ({ name }: { readonly name: string }) => by.get(`${name}-0`) === victim?.worker
        assert.isTrue(clients.some(isVictims))
        assert.isFalse(clients.every(isVictims))

        const before = yield* counted(server)
        assert.isAbove(before, 0)
        yield* kill(victim?.pid ?? 0, "SIGKILL")
        let last = before
        const watch = Effect.gen(function* () {
          // A new connection may reach the worker as it dies: it ends without a reply, but does not hang.
          const now = yield* Effect.catchTag(counted(server), "NoReply", ({ reason }) => {
            assert.notInclude(reason, "no answer")
            return Effect.succeed(last)
          })
          assert.isAtLeast(now, last)
          last = now
          return workersOf(server).length === 3
        })
        yield* eventually("the worker is replaced", watch)
        for (let n = 0; n < 6; n++) yield* watch
        load.isOn = false
        yield* Fiber.join(running)

        assert.include(server.log(), `"message":"A worker ended and is replaced","worker":${victim?.worker}`)
        for (const one of clients) {
          const lost = one.outcomes.flatMap((isAnswered, place) => (isAnswered ? [] : [place]))
          const first = lost[0] ?? 0
          // Until its death is noticed, new connections may reach the worker that died.
          assert.deepStrictEqual(lost, isVictims(one) ? lost.map((_, nth) => first + nth) : [], one.name)
          assert.isTrue(one.outcomes.at(-1), one.name)
        }
      })
  )

  for (const [whom, isForAll] of [
    ["the first process", false],
    ["every process, as from terminals and systemd,", true]
  ] as const) {
    it.live(`GEN-012: finish the requests in flight when ${whom} gets SIGTERM, and end with 0`, () =>
      Effect.gen(function* () {
        const { pending, release, server } = yield* requestsInFlight()
        yield* server.signal("SIGTERM")
        if (isForAll) yield* Effect.forEach(workersOf(server), ({ pid }) => kill(pid, "SIGTERM"))
        yield* eventually("new connections are refused", isRefused(server))
        assert.isUndefined(pending.pollUnsafe(), "the requests ended before the refusal was seen")
        yield* release
        for (const { status, text } of yield* Fiber.join(pending)) assert.strictEqual(status, 200, text)
        assert.strictEqual(yield* server.ended, 0, server.log())
        assert.deepStrictEqual([...new Set(answeredBy(server).values())].toSorted(), [1, 2])
        assert.notInclude(server.log(), "is replaced")
        assert.notInclude(server.log(), "is killed")
      })
    )
  }

  it.live("GEN-012: leave no connection open without a response while they stop", () =>
    Effect.gen(function* () {
      const { pending, release, server } = yield* requestsInFlight()
      const open = new Set<number>()
      let count = 0
      let refusals = 0
      /** Connects again and again, so that some connection is being handed to each worker as it stops. */
      const keepConnecting = () => {
        const id = count++
        open.add(id)
        const socket = connect(server.port, "127.0.0.1")
        socket.on("connect", () => socket.write("GET /livez HTTP/1.1\r\nhost: hub\r\nconnection: close\r\n\r\n"))
        socket.on("error", ({ message }) => (refusals += message.includes("ECONNREFUSED") ? 1 : 0))
        socket.on("close", () => {
          open.delete(id)
          if (refusals === 0) setImmediate(keepConnecting)
        })
        socket.resume()
      }
      times(40).forEach(keepConnecting)
      yield* eventually(
        "connections are served",
        Effect.sync(() => count > 200)
      )
      yield* server.signal("SIGTERM")
      yield* eventually(
        "every connection has ended",
        Effect.sync(() => refusals > 0 && open.size === 0),
        15
      )
      yield* release
      yield* Fiber.await(pending)
      assert.strictEqual(yield* server.ended, 0, server.log())
    })
  )

  it.live("GEN-012: end at another SIGTERM, whatever is in flight", () =>
    Effect.gen(function* () {
      const { pending, server } = yield* requestsInFlight()
      yield* server.signal("SIGTERM")
      yield* eventually("new connections are refused", isRefused(server))
      const insist = Effect.forever(Effect.andThen(server.signal("SIGTERM"), Effect.sleep("1500 millis")))
      const code = yield* Effect.raceFirst(server.ended, insist)
      assert.strictEqual(code, 0, server.log())
      assert.include(server.log(), "A worker did not stop and is killed")
      yield* Fiber.interrupt(pending)
    })
  )

  it.live("do not outlive the process that started them", () =>
    Effect.gen(function* () {
      const server = yield* startWorkers(yield* demoDatabase)
      const workers = workersOf(server)
      yield* server.kill
      yield* eventually(
        "the workers are gone",
        Effect.sync(() => workers.every(({ pid }) => !isAlive(pid)))
      )
      assert.isTrue(yield* isRefused(server))
      yield* server.restart
      yield* areServing(server, 4)
    })
  )

  it.live("are not restarted if the first cannot start, whose message and exit code are reported", () =>
    Effect.gen(function* () {
      const database = new URL((yield* freshDatabase).url)
      database.pathname = "/hub_there_is_none"
      const run = yield* hubProcess({ DATABASE_URL: database.href, PORT: "0" }, "serve", "--workers", "2")
      assert.strictEqual(run.code, 1)
      assert.lengthOf(run.stderr.match(/does not exist/g) ?? [], 1, run.stderr)
      assert.lengthOf(run.stderr.match(/Loading the service/g) ?? [], 1, run.stderr)
      assert.strictEqual(run.stdout, "")
    })
  )
})
