import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { LiabilityBooks } from "../../src/domain/liability/LiabilityBooks.ts"
import { reportLiability } from "../../src/domain/liability/reportLiability.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as LiabilityBooksLayer from "../../src/layers/repositories/LiabilityBooksLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { bulkLedger } from "../support/datasets/bulkLedger.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { postgres } from "../support/servers/servers.ts"
import { walletsDataset } from "../support/datasets/walletsDataset.ts"

const members = 12
const cycles = 2500

/** The rows that this transaction has read, in each of these tables. */
const rowsRead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables
    WHERE relname IN ('wallet_lots', 'audit_log', 'fulfillments') ORDER BY relname`.values
  return rows.map(([name, count]) => `${name} ${count}`)
})

const start = Effect.gen(function* () {
  const { url } = yield* migratedDatabase
  const built = yield* Layer.build(
    LiabilityBooksLayer.layerSql.pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 1, statementTimeout: Duration.minutes(2) })
      )
    )
  )
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* insertDataset({ ...walletsDataset(40), fulfillments: [] })
    for (const statement of bulkLedger({ first: 1, members, cycles })) yield* sql.unsafe(statement)
    yield* sql`ANALYZE`
  }).pipe(Effect.provideContext(built), Effect.orDie)
  return built
})

postgres.describe("a liability report of any size", () => {
  it.live("DOMAIN 4: reads members in batches of about 50,000 entries, and only lots with points left", () =>
    Effect.gen(function* () {
      const built = yield* start
      const portions: Array<number> = []
      let tableReads: ReadonlyArray<string> = []
      yield* Effect.gen(function* () {
        const books = yield* LiabilityBooks
        const { assets } = yield* reportLiability({ from: "2000-01-01", asOf: "2025-12-31" }).pipe(
          Effect.provideService(LiabilityBooks, {
            ...books,
            snapshot: (read) =>
              books.snapshot(
                Effect.tap(read, () =>
                  Effect.map(Effect.orDie(Effect.provideContext(rowsRead, built)), (rows) => {
                    tableReads = rows
                  })
                )
              ),
            sums: (period) =>
              Stream.map(books.sums(period), (sums) => {
                portions.push(sums.entries)
                return sums
              })
          })
        )
        const rounds = members * cycles
        const { closing, expired, expiring, held, overdue, refunded, spent } = assets[0] ?? assert.fail("VALID first")
        assert.deepStrictEqual(
          { closing, expired, expiring, overdue, refunded, spent, held: held.closing },
          {
            closing: 100 * members,
            expired: -100 * rounds,
            expiring: [{ month: "2100-01", points: 100 * members }],
            overdue: 0,
            refunded: 60 * rounds,
            spent: -60 * rounds,
            held: 0
          }
        )
      }).pipe(Effect.provideContext(built))
      assert.deepStrictEqual(tableReads, ["audit_log 0", "fulfillments 0", `wallet_lots ${members}`])
      assert.strictEqual(
        portions.reduce((sum, entries) => sum + entries, 0),
        members * (4 * cycles + 1)
      )
      assert.deepStrictEqual([portions.length, Math.max(...portions) <= 50_000 + 4 * cycles + 1], [3, true])
    })
  )
})
