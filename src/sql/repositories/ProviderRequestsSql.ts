import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ProviderRequests } from "../../domain/chat/ProviderRequests.ts"
import { removalOf } from "../statements/removalOf.ts"
import { rowsSql } from "../statements/rowsSql.ts"

/** Requests received from chat platforms, in this database. */
export const makeProviderRequestsSql: Effect.Effect<ProviderRequests["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "providerRequestLog")

    return {
      insert: (request) => Effect.orDie(rows.insertMissing(request)),
      removeBefore: removalOf(sql, {
        table: "provider_request_log",
        alias: "r",
        by: "signed_at",
        isOver: (instant) => sql`r.signed_at < ${instant}`
      })
    }
  })
