import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Record } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import type { Call } from "../support/http/httpCall.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { codes, done, noDeadlock, partnerRead, partnerWrite, race, tally, times, withStatus } from "./racing.ts"

const owners = ["PA", "PB"] as const
type Owner = (typeof owners)[number]

const path = "/v1/partner/custom-domains"

const write = (owner: Owner, method: Call["method"], more = "", body?: unknown): Call => ({
  method,
  path: `${path}${more}`,
  headers: { "x-api-key": partnerKeys[owner], "idempotency-key": crypto.randomUUID() },
  ...(body === undefined ? {} : { body })
})

const recheck = (owner: Owner, id: string) => write(owner, "POST", `/${id}/recheck`)
const disconnect = (owner: Owner, id: string) => write(owner, "DELETE", `/${id}`)
const check: Call = { method: "POST", path: "/__test/jobs/domains/run" }

const connect = Effect.fnUntraced(function* (owner: Owner, hostname: string) {
  const { one } = yield* Pair
  const made = yield* one.call(write(owner, "POST", "", { hostname }))
  assert.strictEqual(made.status, 201, made.text)
  return { id: String(made.at("customDomainId")), value: String(made.at("dnsRecords.0.value")) }
})

/** Sets the TXT record of a hostname in the DNS twins of both processes. */
const prove = Effect.fnUntraced(function* (hostname: string, values: ReadonlyArray<string>) {
  const { one, other } = yield* Pair
  for (const process of [one, other]) {
    const body = { type: "TXT", name: `_hub-verification.${hostname}`, values }
    const set = yield* process.call({ method: "POST", path: "/__test/dns", body })
    assert.strictEqual(set.status, 200, set.text)
  }
})

const statesOf = Effect.fnUntraced(function* (hostname: string) {
  const { database } = yield* Pair
  const rows = yield* database.query(
    `SELECT concat_ws(' ', status, failure_reason) FROM custom_domains WHERE hostname = $1 ORDER BY 1`,
    [hostname]
  )
  return rows.map(([state]) => state)
})

/** Whether a session waits for a lock in this database. */
const isWaiting = (database: Database) =>
  Effect.map(
    database.value(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    ),
    (count) => count === 1
  )

interface Rest {
  readonly isAssigned: boolean
  readonly domains: number
}

/** Per page, the answers to an assignment and a disconnection at once, and whether page and domain remain connected. */
const assignments: Readonly<Record<string, Readonly<Record<string, Rest>>>> = {
  V1_offline: {
    "200 undefined, 204 undefined": { isAssigned: false, domains: 0 },
    "404 not_found, 204 undefined": { isAssigned: false, domains: 0 }
  },
  V1_published: {
    "200 undefined, 409 resource_in_use": { isAssigned: true, domains: 1 },
    "404 not_found, 204 undefined": { isAssigned: false, domains: 0 }
  }
}

const free = { HUB_JOBS: "0", HUB_LIMIT_DOMAIN_RECHECK: "1000000", HUB_LIMIT_DOMAIN_RETRY: "1000000" }

postgres.describe("custom domains behind two processes", () => {
  layer(pair(free), { excludeTestServices: true })((it) => {
    it.effect(
      "DOMAIN 8.2: of two organizations that verify one hostname at once one has it, the other failed(hostname_taken)",
      () =>
        Effect.forEach(
          times(20),
          Effect.fnUntraced(function* (round) {
            const hostname = `round${round}.race.example`
            const made = yield* Effect.forEach(owners, (owner) => connect(owner, hostname))
            const [ofA, ofB] = made
            if (ofA === undefined || ofB === undefined) return assert.fail("not connected")
            yield* prove(
              hostname,
              made.map(({ value }) => value)
            )
            const calls = round % 2 === 0 ? [recheck("PA", ofA.id), recheck("PB", ofB.id)] : [check, check]
            assert.deepStrictEqual(tally(yield* race(calls)), { 200: 2 })
            const states = yield* statesOf(hostname)
            assert.include(
              [
                "failed hostname_taken,verifying",
                // The run of a job goes on until nothing is due; a minute later it is verified.
                "failed hostname_taken,verified"
              ],
              states.join()
            )
            const again = yield* race([
              write("PA", "POST", `/${ofA.id}/retry`),
              write("PB", "POST", `/${ofB.id}/retry`)
            ])
            assert.deepStrictEqual(tally(again), { 200: 1, 409: 1 })
            assert.strictEqual((yield* statesOf(hostname))[0], "failed hostname_taken")
            yield* race([disconnect("PA", ofA.id), disconnect("PB", ofB.id)])
          })
        )
    )

    it.effect("DOMAIN 8.2: parallel rechecks of one domain move it once", () =>
      Effect.forEach(
        times(10),
        Effect.fnUntraced(function* (round) {
          const { database } = yield* Pair
          const hostname = `once${round}.race.example`
          const { id, value } = yield* connect("PA", hostname)
          yield* prove(hostname, [value])
          const replies = yield* race([...times(6).map(() => recheck("PA", id)), check])
          assert.deepStrictEqual(tally(replies), { 200: 7 })
          const moves = yield* database.value(
            `SELECT count(*)::int FROM audit_log
              WHERE subject = $1 AND before ->> 'status' = 'pending_dns' AND after ->> 'status' = 'verifying'`,
            [`custom_domain:${id}`]
          )
          assert.strictEqual(moves, 1)
          yield* race([disconnect("PA", id)])
        })
      )
    )

    it.effect("PAR-131: one hostname connected in parallel is connected once", () =>
      Effect.forEach(
        times(10),
        Effect.fnUntraced(function* (round) {
          const calls = times(6).map(() => write("PA", "POST", "", { hostname: `same${round}.race.example` }))
          const replies = yield* race(calls)
          assert.deepStrictEqual(tally(replies), { 201: 1, 409: 5 })
          for (const reply of withStatus(replies, 409)) assert.strictEqual(reply.at("code"), "duplicate_resource")
        })
      )
    )

    for (const [page, outcomes] of Record.toEntries(assignments)) {
      it.effect(
        `PAR-082, DOMAIN 8.2: a domain that is assigned to the page ${page} and disconnected at once is of both or of none`,
        () =>
          Effect.forEach(
            times(30),
            Effect.fnUntraced(function* (round) {
              const { database, one } = yield* Pair
              const hostname = `${page}${round}.race.example`.toLowerCase().replaceAll("_", "-")
              const { id } = yield* connect("PA", hostname)
              yield* database.query(
                `UPDATE custom_domains SET status = 'verified', verified_at = now() WHERE xid = $1`,
                [id]
              )
              const assign = (customDomainId: string | null) =>
                partnerWrite("PUT", `/pages/${demoIds.pages[page]}/custom-domain`, { customDomainId })
              yield* done(assign(null))
              const calls = [assign(id), disconnect("PA", id)]
              const replies = yield* race(round % 2 === 0 ? calls : calls.toReversed())
              const outcome = codes(round % 2 === 0 ? replies : replies.toReversed()).join(", ")
              const rest = outcomes[outcome] ?? assert.fail(outcome)
              const shown = yield* one.call(partnerRead(`/pages/${demoIds.pages[page]}`))
              assert.deepStrictEqual(
                [shown.at("customDomain") !== null, (yield* statesOf(hostname)).length],
                [rest.isAssigned, rest.domains],
                outcome
              )
              yield* done(assign(null))
              if (rest.domains > 0) yield* done(disconnect("PA", id), 204)
            })
          )
      )
    }

    it.effect(
      "DOMAIN 8.2: disconnecting a domain waits for the publication of its page, and is then resource_in_use",
      () =>
        Effect.gen(function* () {
          const { database, one } = yield* Pair
          const page = demoIds.pages["V1_offline"]
          const { id } = yield* connect("PA", "publish.race.example")
          yield* database.query(
            `UPDATE page_groups SET custom_domain_id = (SELECT id FROM custom_domains WHERE xid = $1) WHERE xid = $2`,
            [id, page]
          )
          const publishing = yield* holdRows(
            database,
            `UPDATE page_groups SET status = 'published', published_slug = 'race' WHERE xid = $1`,
            [page]
          )
          const removing = yield* Effect.forkChild(one.call(disconnect("PA", id)))
          yield* eventually("the disconnection waits for the page", isWaiting(database))
          yield* publishing.release
          const removed = yield* Fiber.join(removing)
          assert.deepStrictEqual([removed.status, removed.at("code")], [409, "resource_in_use"])
          const [row] = yield* database.query(
            `SELECT d.xid, d.status FROM page_groups g JOIN custom_domains d ON d.id = g.custom_domain_id WHERE g.xid = $1`,
            [page]
          )
          assert.deepStrictEqual(row, [id, "pending_dns"])
        })
    )

    it.effect(
      "DOMAIN 8.2: disconnecting a domain waits for its assignment to a draft page, and then takes it from the page",
      () =>
        Effect.gen(function* () {
          const { database, one } = yield* Pair
          const page = demoIds.pages["V1_offline_draft"]
          const { id } = yield* connect("PA", "taken.race.example")
          const [[rowId] = []] = yield* database.query(`SELECT id FROM custom_domains WHERE xid = $1`, [id])
          const holding = yield* holdRows(database, `UPDATE page_groups SET custom_domain_id = $1 WHERE xid = $2`, [
            rowId,
            page
          ])
          // The assignment has locked the key of the domain: its removal waits, and then takes it from the page.
          const removing = yield* Effect.forkChild(one.call(disconnect("PA", id)))
          yield* eventually("the disconnection waits for the assignment", isWaiting(database))
          yield* holding.release
          assert.strictEqual((yield* Fiber.join(removing)).status, 204)
          const left = yield* database.query(`SELECT custom_domain_id FROM page_groups WHERE xid = $1`, [page])
          assert.deepStrictEqual(left, [[null]])
        })
    )

    it.effect("DOMAIN 8.2: no race ran into a deadlock", () => noDeadlock)
  })
})
