import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { checkListCounts } from "../../src/cli/doctor/checkListCounts.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import * as Postgres from "../support/servers/Postgres.ts"

/** The statements that the guide gives to count again, without the transaction around them. */
const recount = (
  /\*\*Totals of lists[^`]*`hub doctor`[^`]*```sql\nBEGIN;\n(?<statements>.*?)COMMIT;\n```/su
    .exec(readFileSync("docs/operations.md", "utf8"))
    ?.groups?.["statements"]?.split(";\n") ?? []
).filter((statement) => statement.trim() !== "")

layer(Postgres.layer)("the check of totals of lists", (it) => {
  it.effect("warns about counts that are not those of the rows, until they are counted as the guide says", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const status = Effect.map(checkListCounts, (check) => [check.status, check.detail.split(" differ ")[0]])
      yield* insertDataset(demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z")))
      assert.deepStrictEqual(yield* status, ["ok", "are those of the rows"])
      assert.lengthOf(recount, 9)
      for (const [counts, wrong] of [
        ["fulfillment_counts", "UPDATE fulfillment_counts SET claims = claims + 1"],
        ["guest_invite_counts", "DELETE FROM guest_invite_counts"],
        ["enrolment_counts", "INSERT INTO enrolment_counts (organization_id, tier_id, members) VALUES (1, 99999, 3)"],
        ["page_theme_kits", "DELETE FROM page_theme_kits"]
      ] as const) {
        yield* sql.unsafe(wrong)
        assert.deepStrictEqual(yield* status, ["warn", counts])
        yield* sql.withTransaction(Effect.forEach(recount, (statement) => sql.unsafe(statement)))
        assert.deepStrictEqual(yield* status, ["ok", "are those of the rows"], counts)
      }
    })
  )
})
