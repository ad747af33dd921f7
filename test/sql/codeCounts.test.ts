import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { offerId } from "../../src/demo/demoOffers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { makeCodePoolsSql } from "../../src/sql/repositories/CodePoolsSql.ts"
import { isInStock } from "../../src/sql/fragments/offerColumns.ts"
import { makePoolCodesSql } from "../../src/sql/repositories/PoolCodesSql.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { at } from "../support/http/service.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)
const pools = demo.offerCodePools.filter(({ organizationId }) => organizationId === organizationIds.A)
const pool = fc.constantFrom(...pools)
const status = fc.constantFrom("available", "assigned", "redeemed", "void")

const commands = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("add" as const), pool, from: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ do: fc.constant("take" as const), pool }),
    fc.record({ do: fc.constant("release" as const), pool }),
    fc.record({ do: fc.constant("void" as const), pool, of: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ do: fc.constant("reseal" as const), pool }),
    fc.record({ do: fc.constant("remove" as const), pool, status }),
    fc.record({ do: fc.constant("tally" as const), pool })
  ),
  { minLength: 60, maxLength: 60 }
)

type Command = typeof commands extends fc.Arbitrary<Array<infer One>> ? One : never

layer(Postgres.layer)("offer_code_counts", (it) => {
  it.effect("PAR-114: adds up to the codes of pools after any write, and its rows do not accumulate", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const codePools = yield* makeCodePoolsSql
      const codes = yield* makePoolCodesSql
      yield* insertDataset(demo)
      const counted = sql`
        SELECT pool_id, status, sum(codes)::integer AS codes FROM offer_code_counts
        GROUP BY pool_id, status HAVING sum(codes) <> 0 ORDER BY 1, 2`
      const recounted = sql`
        SELECT pool_id, status, count(*)::integer AS codes FROM offer_codes GROUP BY pool_id, status ORDER BY 1, 2`
      const [claim] = demo.fulfillments
      const run = Effect.fnUntraced(function* (command: Command) {
        const { id } = command.pool
        if (command.do === "add") {
          const added = [0, 1, 2].map((n) => command.from + n).map(String)
          const fresh = added.map((text) => ({
            xid: crypto.randomUUID(),
            valueEnc: text,
            valueHash: text,
            formerHashes: []
          }))
          yield* codes.insertMissing({ pool: command.pool, codes: fresh, now })
        } else if (command.do === "take") {
          yield* sql`
              UPDATE offer_codes SET status = 'assigned', fulfillment_id = ${claim?.id ?? ""}::uuid, assigned_at = now()
              WHERE id = (SELECT min(id) FROM offer_codes WHERE pool_id = ${id} AND status = 'available')
                AND NOT EXISTS (SELECT FROM offer_codes WHERE fulfillment_id = ${claim?.id ?? ""}::uuid)`
        } else if (command.do === "release") {
          yield* sql`
              UPDATE offer_codes SET status = 'available', fulfillment_id = NULL, assigned_at = NULL
              WHERE pool_id = ${id} AND status = 'assigned'`
        } else if (command.do === "void") {
          yield* sql`
              UPDATE offer_codes SET status = 'void'
              WHERE pool_id = ${id} AND status = 'available' AND id % 9 < ${command.of}`
        } else if (command.do === "reseal") {
          const before = (yield* sql`SELECT FROM offer_code_counts`).length
          yield* sql`UPDATE offer_codes SET value_enc = value_enc || 'x' WHERE pool_id = ${id}`
          assert.strictEqual((yield* sql`SELECT FROM offer_code_counts`).length, before)
        } else if (command.do === "remove") {
          yield* sql`DELETE FROM offer_codes WHERE pool_id = ${id} AND status = ${command.status}`
        } else {
          const record = yield* codePools.tally(id)
          const { counts } = yield* codePools.get({
            reach: { organizationIds: "all", venueIds: "all" },
            poolId: command.pool.xid
          })
          assert.deepStrictEqual(counts, record)
        }
      })
      assert.deepStrictEqual(yield* counted, yield* recounted)
      for (const all of fc.sample(commands, { numRuns: 4, seed: 7 })) {
        for (const command of all) {
          yield* run(command)
          assert.deepStrictEqual(yield* counted, yield* recounted, JSON.stringify(command))
        }
      }
      for (const { id } of demo.offerCodePools) yield* codePools.tally(id)
      assert.deepStrictEqual(yield* codePools.listUntallied, [])
      assert.isAtMost((yield* sql`SELECT FROM offer_code_counts`).length, demo.offerCodePools.length * 4)
      assert.deepStrictEqual(yield* counted, yield* recounted)
    })
  )

  it.effect("PAR-114: a pool is listed as untallied from a change of its codes until it is tallied", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { insert, listUntallied, tally } = yield* makeCodePoolsSql
      const made = yield* insert({
        xid: "waits",
        organizationId: organizationIds.A,
        offerId: offerId("dinner"),
        name: "Waits",
        status: "active",
        lowStockThreshold: null,
        lowStockSince: null,
        expiresAt: null,
        createdAt: now,
        updatedAt: now
      })
      const { insertMissing } = yield* makePoolCodesSql
      const fresh = ["1", "2", "3"].map((text) => ({
        xid: `waits-${text}`,
        valueEnc: text,
        valueHash: text,
        formerHashes: []
      }))
      yield* insertMissing({ pool: made, codes: fresh, now })
      yield* tally(made.id)
      assert.notInclude(yield* listUntallied, made.id)
      yield* sql`UPDATE offer_codes SET status = 'void' WHERE xid = 'waits-2'`
      assert.include(yield* listUntallied, made.id)
      assert.deepStrictEqual(yield* tally(made.id), { available: 2, assigned: 0, redeemed: 0, void: 1 })
      assert.notInclude(yield* listUntallied, made.id)
    })
  )

  it.effect("PAR-114: whether an offer is in stock is read from an index, however many codes other offers have", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [pool] = demo.offerCodePools.filter(({ xid }) => xid !== "waits")
      yield* sql`
        INSERT INTO offer_codes (xid, organization_id, pool_id, value_enc, value_hash, status, created_at)
        SELECT 'many-' || n, ${organizationIds.A}, ${pool?.id ?? 0}::integer, 'x', 'many-' || n, 'available', now()
        FROM generate_series(1, 20000) n`
      yield* sql`ANALYZE offer_codes, offer_code_pools`
      const plan = yield* sql`
        EXPLAIN SELECT ${isInStock(sql, new Date())} FROM offers o WHERE o.id = ${offerId("sold_out")}`
      const text = plan.map((line) => String(at(line, "QUERY PLAN"))).join("\n")
      assert.include(text, "offer_codes_by_status")
      assert.notInclude(text, "Seq Scan on offer_codes k")
    })
  )
})
