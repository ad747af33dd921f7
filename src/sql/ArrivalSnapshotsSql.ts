import { DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { ArrivalSnapshots } from "../domain/arrivals/ArrivalSnapshots.ts"
import { ArrivalTask, BenefitDue } from "../domain/arrivals/ArrivalTask.ts"
import { nearDays, refreshAfter, windowDays } from "../domain/arrivals/ArrivalsWindow.ts"
import { MemberId } from "../domain/members/Member.ts"
import { OrganizationId } from "../domain/organizations/Organization.ts"
import { VenueId } from "../domain/properties/Property.ts"
import { addDays } from "../domain/shared/calendar.ts"
import { arrivalChangedColumn, arrivalStatusColumn } from "./arrivalColumns.ts"
import { Timestamp } from "./columns.ts"

const Stay = Schema.Struct({
  id: Schema.Int,
  memberId: MemberId,
  venue: Schema.Struct({ id: VenueId, organizationId: OrganizationId, documentId: Schema.String }),
  checkIn: Schema.String
})

const Snapshots = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      id: ArrivalTask.fields.id,
      memberId: ArrivalTask.fields.memberId,
      tierLevel: ArrivalTask.fields.tierLevel,
      benefits: Schema.Array(BenefitDue)
    })
  )
)

/** The earliest check-in that is still rebuilt whatever its status; tasks before it only while they are open. */
const recentFrom = (now: DateTime.Utc) => addDays(DateTime.formatIsoDateUtc(now), -windowDays.before - 1)

/** Snapshots of arrival tasks in this database. */
export const makeArrivalSnapshotsSql: Effect.Effect<ArrivalSnapshots["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const stays = sql.literal(`
      SELECT
        t.id, coalesce(r.member_id, t.member_id) AS "memberId", coalesce(r.check_in, t.check_in)::text AS "checkIn",
        json_build_object('id', p.id, 'organizationId', p.organization_id, 'documentId', p.document_id) AS venue
      FROM arrival_tasks t
      JOIN reservations r ON r.id = t.reservation_id
      JOIN properties p ON p.id = r.property_id`)

    const unsettled = (recent: string) => sql`(t.status IN ('open', 'acknowledged') OR t.check_in >= ${recent}::date)`

    const selectDue = SqlSchema.findAll({
      Request: Schema.Struct({
        now: Timestamp,
        near: Timestamp,
        far: Timestamp,
        recent: Schema.String,
        limit: Schema.Int
      }),
      Result: Stay,
      execute: ({ far, limit, near, now, recent }) => sql`
        ${stays}
        WHERE ${unsettled(recent)}
          AND t.refreshed_at <= CASE
            WHEN coalesce(r.check_in, t.check_in)
              <= (${now}::timestamptz AT TIME ZONE p.timezone)::date + ${nearDays}::integer
            THEN ${near}::timestamptz ELSE ${far}::timestamptz
          END
        ORDER BY t.refreshed_at, t.id LIMIT ${limit}
        FOR UPDATE OF t SKIP LOCKED`
    })

    const selectOfMember = SqlSchema.findAll({
      Request: Schema.Struct({ memberId: MemberId, recent: Schema.String }),
      Result: Stay,
      execute: ({ memberId, recent }) => sql`
        ${stays}
        WHERE ${unsettled(recent)} AND t.id IN (
          SELECT own.id FROM arrival_tasks own WHERE own.member_id = ${memberId}
          UNION
          SELECT its.id FROM reservations stay JOIN arrival_tasks its ON its.reservation_id = stay.id
          WHERE stay.member_id = ${memberId}
        )
        ORDER BY t.id
        FOR UPDATE OF t`
    })

    const updateSnapshots = SqlSchema.void({
      Request: Schema.Struct({ now: Timestamp, snapshots: Snapshots }),
      execute: ({ now, snapshots }) => sql`
        UPDATE arrival_tasks t
        SET status = ${sql.literal(arrivalStatusColumn("s.benefits"))}, property_id = r.property_id,
          check_in = coalesce(r.check_in, t.check_in), member_id = s."memberId", tier_level = s."tierLevel",
          benefits = s.benefits, refreshed_at = ${now},
          changed_since_ack = ${sql.literal(
            arrivalChangedColumn(`s."tierLevel" IS DISTINCT FROM t.tier_level OR s.benefits <> t.benefits`)
          )}
        FROM
          jsonb_to_recordset(${snapshots}::jsonb)
            AS s (id integer, "memberId" integer, "tierLevel" integer, benefits jsonb),
          reservations r,
          LATERAL (
            SELECT (${now}::timestamptz AT TIME ZONE p.timezone)::date AS today
            FROM properties p WHERE p.id = r.property_id
          ) v
        WHERE t.id = s.id AND r.id = t.reservation_id`
    })

    return {
      listDue: ({ limit, now }) =>
        Effect.orDie(
          selectDue({
            now,
            near: DateTime.subtract(now, { milliseconds: refreshAfter.near }),
            far: DateTime.subtract(now, { milliseconds: refreshAfter.far }),
            recent: recentFrom(now),
            limit
          })
        ),
      listByMember: ({ memberId, now }) => Effect.orDie(selectOfMember({ memberId, recent: recentFrom(now) })),
      update: ({ now, snapshots }) =>
        snapshots.length === 0 ? Effect.void : Effect.orDie(updateSnapshots({ now, snapshots }))
    }
  })
