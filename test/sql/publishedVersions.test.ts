import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))

layer(Postgres.layer)("page_versions", (it) => {
  it.effect("PAR-081, DOMAIN 8: refuses every change of a published version, and accepts changes of a draft", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* insertDataset(demo)
      const isPublished = sql`SELECT count(*)::integer AS versions FROM page_versions WHERE published_at IS NOT NULL`
      const before = yield* isPublished
      for (const statement of [
        "UPDATE page_versions SET title = 'Other' WHERE published_at IS NOT NULL",
        "UPDATE page_versions SET published_at = NULL WHERE published_at IS NOT NULL",
        "DELETE FROM page_versions WHERE published_at IS NOT NULL"
      ]) {
        const refused = yield* Effect.flip(sql.unsafe(statement))
        assert.include(String(refused.reason.cause), "never changes", statement)
      }
      assert.deepStrictEqual(yield* isPublished, before)
      const titled = yield* sql`UPDATE page_versions SET title = 'Other' WHERE published_at IS NULL RETURNING id`
      assert.strictEqual(titled.length, demo.pageVersions.filter(({ publishedAt }) => publishedAt === null).length)
      const removed = yield* sql`DELETE FROM page_versions WHERE published_at IS NULL RETURNING id`
      assert.strictEqual(removed.length, titled.length)
    })
  )
})
