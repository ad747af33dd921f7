import { DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { Arrival } from "../../domain/arrivals/Arrival.ts"
import type {
  Acknowledgement,
  ArrivalLocator,
  Arrivals,
  ArrivalsQuery,
  LocatedArrival
} from "../../domain/arrivals/Arrivals.ts"
import { Acknowledger, ArrivalStatus } from "../../domain/arrivals/ArrivalTask.ts"
import { windowDays } from "../../domain/arrivals/ArrivalsWindow.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { addDays } from "../../domain/shared/calendar.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { arrivalChangedColumn, arrivalStatusColumn } from "../fragments/arrivalColumns.ts"
import { Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { highestTier } from "../fragments/highestTier.ts"
import { listOf } from "../statements/listOf.ts"
import { heldTiers } from "../fragments/perkColumns.ts"
import { affectsReach, hasTierEnded, isRebuildPending } from "../fragments/rebuildColumns.ts"
import { withinOrganizations, withinReach } from "../fragments/withinReach.ts"
import { pipelined } from "../statements/pipelined.ts"

const Row = Schema.Struct({ ...Arrival.fields, isTierEnded: Schema.Boolean, venueId: VenueId })

const LocatedRow = Schema.Struct({ ...Row.fields, isPending: Schema.Boolean })

const Query = Schema.Struct({
  reach: Reach,
  now: Timestamp,
  from: Schema.UndefinedOr(Schema.String),
  to: Schema.UndefinedOr(Schema.String),
  statuses: Schema.Array(ArrivalStatus),
  acknowledged: Schema.UndefinedOr(Schema.Boolean),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, taskId: Schema.String, now: Timestamp })

const AcknowledgementRow = Schema.Struct({ ...Locator.fields, by: Schema.fromJsonString(Acknowledger) })

const Summary = Schema.Struct({
  isOutdated: Schema.Boolean,
  total: Schema.Int,
  windowFrom: Schema.NullOr(Schema.String),
  windowTo: Schema.NullOr(Schema.String)
})

const arrivalOf = ({ isTierEnded: _, venueId: __, ...arrival }: typeof Row.Type): Arrival => arrival

const located = ({ isPending, ...row }: typeof LocatedRow.Type): LocatedArrival => ({
  arrival: arrivalOf(row),
  isOutdated: isPending || row.isTierEnded,
  venueId: row.venueId
})

/** Arrival tasks in this database. Venue, dates and cancellation come from the stay. */
export const makeArrivalsSql: Effect.Effect<Arrivals["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const status = sql.literal(arrivalStatusColumn("t.benefits"))

  const changed = sql.literal(arrivalChangedColumn("tier.level IS DISTINCT FROM t.tier_level"))

  const changedBefore = sql.literal(arrivalChangedColumn("n.tier_level IS DISTINCT FROM t.tier_level"))

  const columns = sql.literal(`
    v.id AS "venueId", t.xid AS "taskId", v.document_id AS "propertyId", v.name AS "propertyName",
    json_build_object(
      'externalId', m.xid, 'firstName', m.first_name, 'lastName', m.last_name,
      'tierName', tier.name, 'tierLevel', tier.level
    ) AS member,
    json_build_object(
      'reservationId', r.external_id, 'confirmationCode', r.confirmation_code,
      'checkInDate', coalesce(r.check_in, t.check_in), 'checkOutDate', r.check_out, 'status', r.status
    ) AS reservation,
    t.benefits, t.special_notes AS "specialNotes", t.acknowledged_at AS "acknowledgedAt",
    t.acknowledged_by AS "acknowledgedBy", t.refreshed_at AS "refreshedAt", t.created_at AS "createdAt"`)

  /** The venues within reach, with their local date. */
  const venues = (reach: typeof Reach.Encoded, now: TimestampColumn) => sql`
    SELECT p.id, p.organization_id, p.document_id, p.name, (${now}::timestamptz AT TIME ZONE p.timezone)::date AS today
    FROM properties p WHERE ${withinReach(sql, reach, "p.organization_id", "p.id")}`

  const tasks = sql.literal(`
    v
    JOIN reservations r ON r.organization_id = v.organization_id AND r.property_id = v.id
    JOIN arrival_tasks t ON t.organization_id = r.organization_id AND t.reservation_id = r.id`)

  const joined = (now: TimestampColumn) => sql`
    JOIN members m ON m.id = t.member_id
    LEFT JOIN LATERAL (${highestTier(sql, now, "t")}) tier ON true`

  const matching = ({ acknowledged, from, statuses, to }: typeof Query.Encoded) => {
    const clauses = [
      sql`r.check_in BETWEEN v.today - ${windowDays.before}::integer AND v.today + ${windowDays.after}::integer`,
      sql`${status} = ANY(${statuses}::text[])`
    ]
    if (from !== undefined) clauses.push(sql`r.check_in >= least(${from}::date, (SELECT last FROM bounds))`)
    if (to !== undefined) clauses.push(sql`r.check_in <= greatest(${to}::date, (SELECT first FROM bounds))`)
    if (acknowledged !== undefined) clauses.push(sql`(t.acknowledged_at IS NOT NULL) = ${acknowledged}`)
    return sql.and(clauses)
  }

  /** The window that spans those of the venues within reach; null without venues. */
  const window = ({ now, reach }: typeof Query.Encoded) => sql`
    venue AS (${venues(reach, now)}), bounds AS (
      SELECT min(today) - ${windowDays.before}::integer AS first, max(today) + ${windowDays.after}::integer AS last
      FROM venue
    )`

  const selectList = listOf(sql, {
    Request: Query,
    Whole: Summary,
    Item: Row,
    whole: (query) => sql`
      WITH ${window(query)}
      SELECT bounds.first::text AS "windowFrom", bounds.last::text AS "windowTo",
        (SELECT count(*)::integer FROM venue ${tasks} WHERE ${matching(query)}) AS total,
        EXISTS (SELECT FROM arrival_rebuilds b WHERE ${affectsReach(sql, query.reach)}) AS "isOutdated"
      FROM bounds`,
    page: (query) => sql`
      WITH ${window(query)}, page AS (
        SELECT t.id FROM venue ${tasks} WHERE ${matching(query)}
        ORDER BY r.check_in, t.xid LIMIT ${query.limit} OFFSET ${query.offset}
      )
      SELECT ${columns}, ${status} AS status, ${changed} AS "changedSinceAck",
        ${hasTierEnded(sql, query.now)} AS "isTierEnded"
      FROM venue ${tasks} ${joined(query.now)}
      WHERE t.id IN (SELECT page.id FROM page)
      ORDER BY r.check_in, t.xid`
  })

  const selectOne = SqlSchema.findOneOption({
    Request: Locator,
    Result: LocatedRow,
    execute: ({ now, reach, taskId }) => sql`
      WITH venue AS (${venues(reach, now)})
      SELECT ${columns}, ${status} AS status, ${changed} AS "changedSinceAck",
        ${hasTierEnded(sql, now)} AS "isTierEnded", ${sql.literal(isRebuildPending)} AS "isPending"
      FROM venue ${tasks} ${joined(now)}
      WHERE t.xid = ${taskId}`
  })

  const lock = pipelined(
    sql,
    ({ reach, taskId }: Acknowledgement) => sql`
      SELECT FROM arrival_tasks t
      WHERE t.xid = ${taskId} AND ${withinOrganizations(sql, reach, "t.organization_id")} FOR UPDATE`
  )

  /** Of a locked task: a statement that waited for its lock would still see its stay from before. */
  const acknowledge = SqlSchema.findOneOption({
    Request: AcknowledgementRow,
    Result: Schema.Struct({ hasChanged: Schema.Boolean }),
    execute: ({ by, now, reach, taskId }) => sql`
      UPDATE arrival_tasks n
      SET acknowledged_at = coalesce(t.acknowledged_at, ${now}::timestamptz),
        acknowledged_by = coalesce(t.acknowledged_by, ${by}::jsonb),
        status = CASE t.status WHEN 'open' THEN 'acknowledged' ELSE t.status END,
        check_in = coalesce(r.check_in, t.check_in), changed_since_ack = false,
        tier_level = (
          SELECT max(held.level) FROM (${heldTiers(sql, now)}) held
          WHERE held.member_id = t.member_id AND held.organization_id = t.organization_id
        )
      FROM arrival_tasks t
      JOIN reservations r ON r.organization_id = t.organization_id AND r.id = t.reservation_id
      WHERE n.id = t.id AND t.xid = ${taskId} AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
      RETURNING t.acknowledged_at IS NULL OR ${changedBefore} AS "hasChanged"`
  })

  const get = Effect.fnUntraced(function* (locator: ArrivalLocator) {
    return located(yield* orMissing(yield* Effect.orDie(selectOne(locator))))
  })

  return {
    list: Effect.fnUntraced(function* (query: ArrivalsQuery) {
      const { isOutdated, items, total, windowFrom, windowTo } = yield* selectList(query)
      const today = DateTime.formatIsoDateUtc(query.now)
      return {
        isOutdated,
        hasEndedTiers: items.some(({ isTierEnded }) => isTierEnded),
        items: items.map(arrivalOf),
        total,
        window: {
          from: windowFrom ?? addDays(today, -windowDays.before),
          to: windowTo ?? addDays(today, windowDays.after)
        }
      }
    }),
    get: get,
    updateAcknowledgement: Effect.fnUntraced(function* (of) {
      yield* Effect.orDie(lock(of))
      // Both statements are sent at once and run in order.
      const [acknowledged, arrival] = yield* Effect.all([Effect.orDie(acknowledge(of)), get(of)], { concurrency: 2 })
      return { ...arrival, hasChanged: Option.exists(acknowledged, ({ hasChanged }) => hasChanged) }
    })
  }
})
