import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** The prefix of the cluster's tables. */
export const clusterPrefix = "cluster"

/** Clean-up of the cluster's tables, which the library does not provide. */
export const makeClusterSql = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const deleteRunsBefore = SqlSchema.findOne({
    Request: Schema.String,
    Result: Schema.Struct({ count: Schema.Int }),
    execute: (first) => sql`
      WITH gone AS (
        DELETE FROM cluster_messages WHERE processed AND id < ${first}::bigint RETURNING request_id
      ), answers AS (
        DELETE FROM cluster_replies WHERE request_id IN (SELECT request_id FROM gone)
      )
      SELECT count(*)::int AS count FROM gone`
  })

  return {
    /** Removes finished runs with a message id below `first` and returns their number. Ids grow with time. */
    removeRunsBefore: (first: bigint) => Effect.map(Effect.orDie(deleteRunsBefore(String(first))), ({ count }) => count)
  }
})
