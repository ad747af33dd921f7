import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { verifyLedger } from "../../../src/domain/verify/verifyLedger.ts"
import * as LedgerBooksLayer from "../../../src/layers/repositories/LedgerBooksLayer.ts"
import { insertDataset } from "../../../src/sql/DatasetSql.ts"
import { atTime } from "../../support/atTime.ts"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { historyStart } from "../../support/datasets/historyDataset.ts"
import * as Postgres from "../../support/servers/Postgres.ts"

const books = LedgerBooksLayer.layerSql.pipe(Layer.provideMerge(Postgres.layer))

layer(books)("verifyLedger of values that no operation writes", (it) => {
  it.effect("DOMAIN 4: names rows whose movements, ends or counts cannot be read or added", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const demo = demoWithoutCities(historyStart)
      yield* insertDataset(demo)
      const [object, fraction] = demo.walletEntries
      const lot = demo.walletLots.find(({ asset }) => asset === "VALID")
      const pool = demo.offerCodePools.find(({ id }) => demo.offerCodes.some(({ poolId }) => poolId === id))
      const [one, other] = demo.wallets.filter(({ entryCount }) => entryCount > 0)
      if (!object || !fraction || !lot || !pool || !one || !other) return assert.fail("too few rows")
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SET LOCAL session_replication_role = replica`
          yield* sql`UPDATE wallet_entries SET movements = '{}' WHERE id = ${object.id}`
          yield* sql`UPDATE wallet_entries SET movements = '[{"lotId": "x", "points": 1.5}]' WHERE id = ${fraction.id}`
          yield* sql`UPDATE wallet_lots SET expires_at = 'infinity' WHERE id = ${lot.id}`
          yield* sql`UPDATE wallets SET entry_count = 2147483647 WHERE member_id IN (${one.memberId}, ${other.memberId})`
          yield* sql`INSERT INTO offer_code_counts (pool_id, status, codes) VALUES (${pool.id}, 'void', 1)`
        })
      )
      const { findings } = yield* verifyLedger().pipe(atTime(historyStart))
      assert.includeMembers(
        findings.map(({ check, subject }) => `${check} ${subject}`),
        [
          `entry_movements entry:${object.id}`,
          `entry_movements entry:${fraction.id}`,
          `lot_expiry lot:${lot.id}`,
          `entry_count member:${one.memberId}`,
          `entry_count member:${other.memberId}`,
          `code_stock pool:${pool.xid}`
        ]
      )
    })
  )
})
