import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { ProviderRequests } from "../domain/chat/ProviderRequests.ts"
import { Timestamp } from "./columns.ts"
import { rowsSql } from "./rowsSql.ts"

/** Rows removed per statement. */
const removalLimit = 10_000

/** The requests of chat platforms in this database. */
export const makeProviderRequestsSql: Effect.Effect<ProviderRequests["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "providerRequestLog")

    const deleteOlder = SqlSchema.findOne({
      Request: Timestamp,
      Result: Schema.Struct({ removed: Schema.Int }),
      execute: (instant) => sql`
        WITH gone AS (
          DELETE FROM provider_request_log WHERE ctid = ANY (ARRAY(
            SELECT r.ctid FROM provider_request_log r WHERE r.signed_at < ${instant}
            ORDER BY r.signed_at LIMIT ${removalLimit}
          ))
          RETURNING 1
        )
        SELECT count(*) AS removed FROM gone`
    })

    return {
      insert: (request) => Effect.orDie(rows.insertMissing(request)),
      removeBefore: (instant) => Effect.orDie(Effect.map(deleteOlder(instant), ({ removed }) => removed))
    }
  })
