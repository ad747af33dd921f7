import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { countedLists } from "../migrations/0048_list_counts.ts"
import { themeKitUses } from "../migrations/0052_page_theme_kits.ts"

/** The tables of counts that do not add up to the rows of their lists. */
export const wrongListCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const select = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ counts: Schema.String }),
    execute: () =>
      sql.unsafe(
        [...countedLists, themeKitUses]
          .map(({ counts, difference }) => `SELECT '${counts}' AS counts WHERE EXISTS (${difference})`)
          .join(" UNION ALL ")
      )
  })
  return (yield* select()).map(({ counts }) => counts)
})
