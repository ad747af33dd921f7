import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** The prefix of the cluster's tables. */
export const clusterPrefix = "cluster"

/** Runs removed per statement, so that no removal reaches the statement timeout. */
const removalLimit = 10_000

/** Clean-up of the cluster's tables, which the library does not provide. */
export const makeClusterSql = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const deleteRunsBefore = SqlSchema.findOne({
    Request: Schema.String,
    Result: Schema.Struct({ count: Schema.Int }),
    execute: (first) => sql`
      WITH gone AS (
        DELETE FROM cluster_messages WHERE id = ANY (ARRAY(
          SELECT m.id FROM cluster_messages m WHERE m.processed AND m.id < ${first}::bigint
          ORDER BY m.id LIMIT ${removalLimit}
        ))
        RETURNING request_id
      ), answers AS (
        DELETE FROM cluster_replies WHERE request_id IN (SELECT request_id FROM gone)
      )
      SELECT count(*)::int AS count FROM gone`
  })

  return {
    /** Removes up to 10,000 finished runs with a message id below `first`, which grows with time; returns their number. */
    removeRunsBefore: (first: bigint) => Effect.map(Effect.orDie(deleteRunsBefore(String(first))), ({ count }) => count)
  }
})
