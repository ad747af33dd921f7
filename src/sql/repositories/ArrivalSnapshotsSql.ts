import { Array, Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import type { ArrivalSnapshots } from "../../domain/arrivals/ArrivalSnapshots.ts"
import { ArrivalTask, BenefitDue } from "../../domain/arrivals/ArrivalTask.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { ReservationId } from "../../domain/reservations/Reservation.ts"
import { firstDay } from "../../domain/shared/Scalars.ts"
import { arrivalChangedColumn, arrivalStatusColumn } from "../fragments/arrivalColumns.ts"
import {
  agesAt,
  areStillDue,
  dueTasks,
  DueTasksQuery,
  recentFrom,
  StillDueQuery,
  unsettled
} from "../fragments/dueTasks.ts"
import { lockDueShared } from "../fragments/dueLocks.ts"
import { hasTierEnded } from "../fragments/rebuildColumns.ts"
import { withinOrganizations } from "../fragments/withinReach.ts"
import {
  missingArrivals,
  MissingArrivalsQuery,
  staysWithoutTask,
  StaysWithoutTaskQuery,
  windowAt
} from "../fragments/staysWithoutTask.ts"
import { Timestamp } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"

const Stay = Schema.Struct({
  id: Schema.Int,
  memberId: Schema.NullOr(MemberId),
  venue: Schema.Struct({ id: VenueId, organizationId: OrganizationId, documentId: Schema.String }),
  checkIn: Schema.NullOr(Schema.String),
  isInquiry: Schema.Boolean
})

const Missing = Schema.Struct({
  reservationId: ReservationId,
  memberId: MemberId,
  venue: Stay.fields.venue,
  checkIn: Schema.String
})

const Key = Schema.Struct({ id: Schema.Int, organizationId: OrganizationId })

const MissingKey = Schema.Struct({
  organizationId: OrganizationId,
  checkIn: Schema.String,
  reservationId: ReservationId
})

const Tasks = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      ...Missing.fields,
      taskId: Schema.String,
      tierLevel: ArrivalTask.fields.tierLevel,
      benefits: ArrivalTask.fields.benefits
    })
  )
)

const Snapshots = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      id: ArrivalTask.fields.id,
      memberId: Stay.fields.memberId,
      tierLevel: ArrivalTask.fields.tierLevel,
      benefits: Schema.Array(BenefitDue)
    })
  )
)

/** Snapshots of arrival tasks in this database. */
export const makeArrivalSnapshotsSql: Effect.Effect<ArrivalSnapshots["Service"], never, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const stays = sql.literal(`
      SELECT
        t.id, r.member_id AS "memberId", r.check_in::text AS "checkIn", r.status = 'inquiry' AS "isInquiry",
        json_build_object('id', p.id, 'organizationId', p.organization_id, 'documentId', p.document_id) AS venue
      FROM arrival_tasks t
      JOIN reservations r ON r.id = t.reservation_id
      JOIN properties p ON p.id = r.property_id`)

    const selectDue = SqlSchema.findAll({
      Request: DueTasksQuery,
      Result: Key,
      execute: (query) => dueTasks(sql, query)
    })

    const lockStillDue = SqlSchema.findAll({
      Request: StillDueQuery,
      Result: Stay,
      execute: (query) => sql`${stays} WHERE ${areStillDue(sql, query)} ORDER BY t.id FOR UPDATE OF t SKIP LOCKED`
    })

    const lockOfMember = SqlSchema.findAll({
      Request: Schema.Struct({ memberId: MemberId, recent: Schema.String }),
      Result: Key,
      execute: ({ memberId, recent }) => sql`
        SELECT t.id, t.organization_id AS "organizationId" FROM arrival_tasks t
        WHERE ${unsettled(sql, recent)} AND t.id IN (
          SELECT own.id FROM arrival_tasks own WHERE own.member_id = ${memberId}
          UNION
          SELECT its.id FROM reservations stay JOIN arrival_tasks its ON its.reservation_id = stay.id
          WHERE stay.member_id = ${memberId}
        )
        ORDER BY t.id FOR UPDATE`
    })

    /** The two halves of `unsettled`, each served by its own index, and each of which may alone reach the limit. */
    const selectAffected = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        venueIds: Schema.NullOr(Schema.Array(VenueId)),
        recent: Schema.String,
        taskIds: Schema.UndefinedOr(Schema.Array(Schema.String)),
        limit: Schema.NullOr(Schema.Int)
      }),
      Result: Schema.Struct({ id: Schema.Int }),
      execute: ({ limit, organizationId, recent, taskIds, venueIds }) => {
        const clauses = [sql`t.organization_id = ${organizationId}`]
        if (venueIds !== null) clauses.push(sql`t.property_id = ANY(${venueIds}::integer[])`)
        if (taskIds !== undefined) clauses.push(sql`t.xid = ANY(${taskIds}::text[])`)
        const half = (clause: Statement.Fragment) => sql`
          (SELECT t.id FROM arrival_tasks t WHERE ${sql.and([...clauses, clause])} LIMIT ${limit})`
        return sql`
          ${half(sql`t.status IN ('open', 'acknowledged')`)}
          UNION
          ${half(sql`t.check_in >= ${recent}::date`)}
          ORDER BY id LIMIT ${limit}`
      }
    })

    const selectTierEnded = SqlSchema.findAll({
      Request: Schema.Struct({
        reach: Reach,
        taskIds: Schema.Array(Schema.String),
        now: Timestamp,
        recent: Schema.String
      }),
      Result: Key,
      execute: ({ now, reach, recent, taskIds }) => sql`
        SELECT t.id, t.organization_id AS "organizationId" FROM arrival_tasks t
        WHERE t.xid = ANY(${taskIds}::text[])
          AND ${withinOrganizations(sql, reach, "t.organization_id")}
          AND ${unsettled(sql, recent)} AND ${hasTierEnded(sql, now)}
        ORDER BY t.id`
    })

    const lockById = pipelined(
      sql,
      ({ ids, organizationId }: Parameters<ArrivalSnapshots["Service"]["listById"]>[0]) => sql`
        SELECT FROM arrival_tasks t WHERE t.organization_id = ${organizationId} AND t.id = ANY(${ids}::integer[])
        ORDER BY t.id FOR UPDATE`
    )

    /** Of locked tasks: a statement that waited for their locks would still see their stays from before. */
    const selectLocked = SqlSchema.findAll({
      Request: Schema.Struct({ organizationIds: Schema.Array(OrganizationId), ids: Schema.Array(Schema.Int) }),
      Result: Stay,
      execute: ({ ids, organizationIds }) => sql`
        ${stays} WHERE t.organization_id = ANY(${organizationIds}::integer[]) AND t.id = ANY(${ids}::integer[])
        ORDER BY t.id`
    })

    const selectOfReservation = SqlSchema.findAll({
      Request: Schema.Struct({ reservationId: ReservationId }),
      Result: Stay,
      execute: ({ reservationId }) => sql`${stays} WHERE t.reservation_id = ${reservationId} FOR UPDATE OF t`
    })

    const selectMissing = SqlSchema.findAll({
      Request: MissingArrivalsQuery,
      Result: MissingKey,
      execute: (query) => missingArrivals(sql, query)
    })

    const lockMissing = SqlSchema.findAll({
      Request: StaysWithoutTaskQuery,
      Result: Missing,
      execute: (query) => staysWithoutTask(sql, query)
    })

    const lockShared = lockDueShared(sql)

    const insertTasks = SqlSchema.findAll({
      Request: Schema.Struct({ now: Timestamp, tasks: Tasks }),
      Result: Schema.Struct({ id: Schema.Int }),
      execute: ({ now, tasks }) => sql`
        INSERT INTO arrival_tasks AS t (
          xid, organization_id, property_id, reservation_id, member_id, check_in, tier_level, benefits, status,
          refreshed_at, created_at
        )
        SELECT
          n."taskId", (n.venue ->> 'organizationId')::integer, (n.venue ->> 'id')::integer, n."reservationId",
          n."memberId", n."checkIn", n."tierLevel", n.benefits, 'open', ${now}::timestamptz, ${now}::timestamptz
        FROM jsonb_to_recordset(${tasks}::jsonb) AS n (
          "taskId" text, venue jsonb, "reservationId" integer, "memberId" integer, "checkIn" date, "tierLevel" integer,
          benefits jsonb
        )
        ORDER BY n."reservationId"
        ON CONFLICT ON CONSTRAINT arrival_tasks_reservation_key DO NOTHING
        RETURNING t.id`
    })

    const updateSnapshots = SqlSchema.void({
      Request: Schema.Struct({ now: Timestamp, snapshots: Snapshots }),
      execute: ({ now, snapshots }) => sql`
        UPDATE arrival_tasks t
        SET status = ${sql.literal(arrivalStatusColumn("s.benefits"))}, property_id = r.property_id,
          check_in = coalesce(r.check_in, t.check_in), member_id = coalesce(s."memberId", t.member_id), tier_level = s."tierLevel",
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
      listDue: ({ now, ...of }) => Effect.orDie(selectDue({ ...of, ...agesAt(now) })),
      listStillDue: ({ now, ...of }) => Effect.orDie(lockStillDue({ ...of, ...agesAt(now) })),
      listByMember: Effect.fnUntraced(function* ({ memberId, now }) {
        const locked = yield* lockOfMember({ memberId, recent: recentFrom(now) })
        return yield* selectLocked({
          organizationIds: locked.map(({ organizationId }) => organizationId),
          ids: locked.map(({ id }) => id)
        })
      }, Effect.orDie),
      listAffected: ({ limit = null, now, taskIds, ...of }) =>
        Effect.map(Effect.orDie(selectAffected({ ...of, taskIds, limit, recent: recentFrom(now) })), (rows) =>
          rows.map(({ id }) => id)
        ),
      listTierEnded: (of) => Effect.orDie(selectTierEnded({ ...of, recent: recentFrom(of.now) })),
      listById: (of) =>
        Effect.orDie(Effect.andThen(lockById(of), selectLocked({ organizationIds: [of.organizationId], ids: of.ids }))),
      listByReservation: (reservationId) => Effect.orDie(selectOfReservation({ reservationId })),
      listMissing: ({ after, now, ...of }) =>
        Effect.orDie(
          selectMissing({
            ...of,
            ...windowAt(now),
            afterCheckIn: after?.checkIn ?? firstDay,
            afterId: after?.reservationId ?? 0
          })
        ),
      listStillMissing: Effect.fnUntraced(function* (of) {
        const missing = yield* lockMissing({ ...of, ...windowAt(of.now) })
        if (missing.length > 0) yield* lockShared(Array.dedupe(missing.map(({ venue }) => venue.organizationId)))
        return missing
      }, Effect.orDie),
      insert: ({ now, tasks }) =>
        tasks.length === 0
          ? Effect.succeed(0)
          : Effect.map(Effect.orDie(insertTasks({ now, tasks })), (created) => created.length),
      update: ({ now, snapshots }) =>
        snapshots.length === 0 ? Effect.void : Effect.orDie(updateSnapshots({ now, snapshots }))
    }
  })
