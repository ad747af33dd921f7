import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { MemberId } from "../../src/domain/members/Member.ts"
import { LedgerBooks } from "../../src/domain/verify/LedgerBooks.ts"
import { verifyLedger } from "../../src/domain/verify/verifyLedger.ts"
import { WalletViews } from "../../src/domain/wallet/WalletViews.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as LedgerBooksLayer from "../../src/layers/repositories/LedgerBooksLayer.ts"
import * as WalletViewsLayer from "../../src/layers/repositories/WalletViewsLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { bulkLedger } from "../support/datasets/bulkLedger.ts"
import type { Database } from "../support/servers/Database.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { hubProcess } from "../support/servers/hub.ts"
import { postgres } from "../support/servers/servers.ts"
import { walletsDataset } from "../support/datasets/walletsDataset.ts"

/** Member 1 has nine entries, member 2 as many as `start` is called with. */
const [few, many] = [1, 2]

const services = ({ url }: Pick<Database, "url">) =>
  Layer.build(
    Layer.merge(WalletViewsLayer.layerSql, LedgerBooksLayer.layerSql).pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 1, statementTimeout: Duration.minutes(2) })
      )
    )
  )

const start = Effect.fnUntraced(function* (entries: number) {
  const database = yield* migratedDatabase
  const built = yield* services(database)
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* insertDataset({ ...walletsDataset(40), fulfillments: [] })
    const sizes = [
      { first: few, members: 1, cycles: 2 },
      { first: many, members: 1, cycles: entries / 4 }
    ]
    for (const statement of sizes.flatMap(bulkLedger)) yield* sql.unsafe(statement)
    yield* sql`ANALYZE`
  }).pipe(Effect.provideContext(built), Effect.orDie)
  return { database, built }
})

const now = DateTime.makeUnsafe("2026-03-01T10:00:00.000Z")

const reads = Effect.fnUntraced(function* (memberId: MemberId) {
  const views = yield* WalletViews
  const query = { memberId, now, until: DateTime.add(now, { days: 90 }) }
  const page = { memberId, now, from: undefined, to: undefined, type: undefined, limit: 5, offset: 0 }
  return {
    wallet: views.getWithEntries({ ...query, limit: 5, offset: 0 }),
    balance: views.get(query),
    transactions: views.listEntries(page),
    activity: views.listActivity({ ...page, pendingEarns: new Map() })
  }
})

/** The rows that this connection has read so far, table by table. */
const rowsSoFar = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables`.values
  return new Map(rows.map(([name, count]) => [String(name), Number(count)]))
})

/** The rows that the database read while `read` ran, table by table. */
const rowsRead = Effect.fnUntraced(function* (read: Effect.Effect<unknown>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const before = yield* rowsSoFar
      yield* read
      const after = yield* rowsSoFar
      return [...after]
        .map(([name, count]) => `${name} ${count - (before.get(name) ?? 0)}`)
        .filter((line) => !line.endsWith(" 0"))
        .toSorted()
    })
  )
})

postgres.describe("a ledger of any size", () => {
  it.live("MEM-090, MEM-095: reading a wallet reads as many rows for 20,000 entries as for 9", () =>
    Effect.gen(function* () {
      const { built } = yield* start(20_000)
      yield* Effect.gen(function* () {
        const small = yield* reads(MemberId.make(few))
        const big = yield* reads(MemberId.make(many))
        assert.strictEqual((yield* small.transactions).total, 9)
        assert.strictEqual((yield* big.transactions).total, 20_001)
        assert.strictEqual((yield* big.activity).total, 20_001)
        for (const name of ["wallet", "balance", "transactions", "activity"] as const) {
          const expected = yield* rowsRead(small[name])
          assert.isNotEmpty(expected)
          assert.deepStrictEqual(yield* rowsRead(big[name]), expected, name)
        }
      }).pipe(Effect.provideContext(built), Effect.orDie)
    })
  )

  it.live("DOMAIN 4.3: the ledger of a member with 20,001 entries is read once, in batches of at most 4000 rows", () =>
    Effect.gen(function* () {
      const { built } = yield* start(20_000)
      const books = yield* LedgerBooks.pipe(Effect.provideContext(built))
      const portions: Array<number> = []
      const counted = <A>(rows: Stream.Stream<A>) =>
        Stream.mapArray(rows, (portion) => {
          portions.push(portion.length)
          return portion
        })
      const { count, entries } = yield* Effect.provideService(verifyLedger(), LedgerBooks, {
        ...books,
        wallets: counted(books.wallets),
        lots: counted(books.lots),
        entries: counted(books.entries),
        activities: counted(books.activities),
        fulfillments: counted(books.fulfillments)
      })
      assert.deepStrictEqual([count, entries], [0, 20_010])
      assert.isAtMost(Math.max(...portions), 4000)
      const read = portions.reduce((sum, length) => sum + length, 0)
      assert.strictEqual(read, 2 + 5004 + 20_010 + 20_010 + 5002)
    })
  )

  it.live("DOMAIN 4.3: hub verify ledger needs a heap of at most 80 MB for 120,000 entries of one member", () =>
    Effect.gen(function* () {
      const { database } = yield* start(120_000)
      const environment = { DATABASE_URL: database.url, NODE_OPTIONS: "--max-old-space-size=80" }
      const run = yield* hubProcess(environment, "verify", "ledger", "--json")
      assert.strictEqual(run.code, 0, run.stderr)
      assert.deepStrictEqual([run.at("entries"), run.at("count")], [120_010, 0])
    })
  )
})
