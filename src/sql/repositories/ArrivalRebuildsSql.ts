import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { ArrivalRebuild } from "../../domain/arrivals/ArrivalRebuild.ts"
import type { ArrivalRebuilds } from "../../domain/arrivals/ArrivalRebuilds.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { dateOf, Timestamp } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"
import { lockDue } from "../fragments/dueLocks.ts"
import { affectsReach } from "../fragments/rebuildColumns.ts"

const Row = Schema.Struct({ ...ArrivalRebuild.fields, changedAt: Timestamp })

const Rebuilt = Schema.Struct({
  ids: Schema.Array(ArrivalRebuild.fields.id),
  venueIds: Schema.NullOr(Schema.Array(VenueId))
})

/** Pending rebuilds of arrival tasks in this database. */
export const makeArrivalRebuildsSql: Effect.Effect<ArrivalRebuilds["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const lockForChange = lockDue(sql)

    const insert = pipelined(
      sql,
      ({ changedAt, organizationId, venueIds }: Parameters<ArrivalRebuilds["Service"]["insert"]>[0]) => sql`
        INSERT INTO arrival_rebuilds (organization_id, venue_ids, changed_at)
        VALUES (${organizationId}, ${venueIds}::integer[], ${dateOf(changedAt)}::timestamptz)`
    )

    const rebuilds = (condition: Statement.Fragment) => sql`
      SELECT b.id, b.organization_id AS "organizationId", b.venue_ids AS "venueIds", b.changed_at AS "changedAt"
      FROM arrival_rebuilds b WHERE ${condition} ORDER BY b.id`

    const selectWithin = SqlSchema.findAll({
      Request: Reach,
      Result: Row,
      execute: (reach) => rebuilds(affectsReach(sql, reach))
    })

    const lockWithin = SqlSchema.findAll({
      Request: Reach,
      Result: Row,
      execute: (reach) => sql`${rebuilds(affectsReach(sql, reach))} FOR UPDATE`
    })

    /** Locks in the order of `lockWithin`, so that the two cannot deadlock. */
    const updateRebuilt = SqlSchema.findAll({
      Request: Rebuilt,
      Result: Schema.Struct({ id: ArrivalRebuild.fields.id }),
      execute: ({ ids, venueIds }) => sql`
        WITH locked AS MATERIALIZED (
          SELECT b.id, b.organization_id, b.venue_ids FROM arrival_rebuilds b
          WHERE b.id = ANY(${ids}::integer[]) ORDER BY b.id FOR UPDATE
        ), remaining AS (
          SELECT locked.id, (
            SELECT array_agg(p.id ORDER BY p.id) FROM properties p
            WHERE p.organization_id = locked.organization_id AND p.id <> ALL(${venueIds}::integer[])
              AND (locked.venue_ids IS NULL OR p.id = ANY(locked.venue_ids))
          ) AS venue_ids
          FROM locked
        ), kept AS (
          UPDATE arrival_rebuilds b SET venue_ids = remaining.venue_ids
          FROM remaining WHERE b.id = remaining.id AND remaining.venue_ids IS NOT NULL
        )
        DELETE FROM arrival_rebuilds b USING remaining
        WHERE b.id = remaining.id AND remaining.venue_ids IS NULL
        RETURNING b.id`
    })

    return {
      insert: (rebuild) => Effect.orDie(Effect.andThen(lockForChange(rebuild.organizationId), insert(rebuild))),
      listWithin: (reach) => Effect.orDie(selectWithin(reach)),
      lockWithin: (reach) => Effect.orDie(lockWithin(reach)),
      updateRebuilt: (of) => Effect.map(Effect.orDie(updateRebuilt(of)), (removed) => removed.map(({ id }) => id))
    }
  }
)
