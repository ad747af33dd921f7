import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { Operator } from "../../domain/operators/Operator.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { Teammate } from "../../domain/teammates/Teammate.ts"
import { lockedTeammate } from "../../domain/teammates/lockedTeammate.ts"
import type { ReachChange, TeammateLocator, TeammateLock, Teammates } from "../../domain/teammates/Teammates.ts"
import { dateOf, Timestamp } from "../statements/columns.ts"
import { containsText } from "../fragments/containsText.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { queryOne } from "../statements/queryOne.ts"
import { withinOrganizations, withinReach } from "../fragments/withinReach.ts"

const Row = Schema.Struct({ ...Teammate.fields, updatedAt: Timestamp })

const Stored = Schema.Struct({ ...Operator.fields, updatedAt: Timestamp })

const Query = Schema.Struct({
  reach: Reach,
  q: Schema.UndefinedOr(Schema.String),
  venueId: Schema.UndefinedOr(VenueId),
  limit: Schema.Int,
  offset: Schema.Int
})

/** Teammates in this database. */
export const makeTeammatesSql: Effect.Effect<Teammates["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    /** The columns of an operator `o` as a caller with this reach sees them. */
    const columns = (reach: typeof Reach.Encoded) => sql`
      o.identity_subject AS "teammateId", o.name, o.email, o.role, o.all_venues AS "allVenues",
      ARRAY(
        SELECT p.document_id FROM properties p
        WHERE NOT o.all_venues AND p.organization_id = o.organization_id AND p.id = ANY(o.venue_ids)
          AND ${withinReach(sql, reach, "p.organization_id", "p.id")}
        ORDER BY p.document_id
      ) AS "venueIds",
      o.updated_at AS "updatedAt"`

    /**
     * Whether an operator reaches one of these venues, which an all-venues teammate of another organization does not.
     */
    const reaches = (venueIds: ReadonlyArray<number>) => sql`(
      NOT o.all_venues AND o.venue_ids && ${venueIds}::integer[]
      OR o.all_venues AND EXISTS (
        SELECT FROM properties p WHERE p.organization_id = o.organization_id AND p.id = ANY(${venueIds}::integer[])
      )
    )`

    const visible = (reach: typeof Reach.Encoded) =>
      sql.and([
        withinOrganizations(sql, reach, "o.organization_id"),
        sql`o.status = 'active'`,
        ...(reach.venueIds === "all" ? [] : [reaches(reach.venueIds)])
      ])

    const matching = ({ q, reach, venueId }: typeof Query.Encoded) => {
      const clauses = [visible(reach)]
      if (venueId !== undefined) clauses.push(reaches([venueId]))
      if (q !== undefined) {
        clauses.push(sql`(${containsText(sql, "o.name", q)} OR ${containsText(sql, "o.email", q)})`)
      }
      return sql.and(clauses)
    }

    const listed = (query: typeof Query.Encoded) =>
      query.q === undefined ? sql`operators o WHERE ${matching(query)}` : sql.literal("hit o")

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: Row,
      // The few rows that contain a text are found by its index; in name order every row would be compared.
      hit: (query) =>
        query.q === undefined
          ? undefined
          : sql`SELECT o.id, o.name, o.identity_subject FROM operators o WHERE ${matching(query)}`,
      whole: (query) => sql`SELECT count(*)::integer AS total FROM ${listed(query)}`,
      page: (query) => sql`
        SELECT ${columns(query.reach)} FROM (
          SELECT o.id FROM ${listed(query)}
          ORDER BY o.name COLLATE "C", o.identity_subject LIMIT ${query.limit} OFFSET ${query.offset}
        ) page
        JOIN operators o ON ${withinOrganizations(sql, query.reach, "o.organization_id")} AND o.id = page.id
        ORDER BY o.name COLLATE "C", o.identity_subject`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Schema.Struct({ reach: Reach, teammateId: Schema.String }),
      Result: Row,
      execute: ({ reach, teammateId }) => sql`
        SELECT ${columns(reach)} FROM operators o WHERE o.identity_subject = ${teammateId} AND ${visible(reach)}`
    })

    /** Foreign keys lock only the key of an operator, which does not conflict with this lock. */
    const lock = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Stored,
      execute: (subjects) => sql`
        SELECT o.id, o.organization_id AS "organizationId", o.identity_subject AS "identitySubject", o.name, o.email,
          o.role, o.is_staff AS "isStaff", o.global_scope AS "globalScope", o.all_venues AS "allVenues",
          o.venue_ids AS "venueIds", o.permissions, o.status, o.updated_at AS "updatedAt"
        FROM operators o WHERE o.identity_subject = ANY(${subjects}::text[])
        ORDER BY o.id FOR NO KEY UPDATE`
    })

    const update = queryOne({
      result: Row,
      execute: ({ allVenues, id, now, organizationId, reach, venueIds }: ReachChange) => sql`
        UPDATE operators o
        SET all_venues = ${allVenues}, venue_ids = ${venueIds}::integer[], updated_at = ${dateOf(now)}
        WHERE o.organization_id = ${organizationId} AND o.id = ${id}
        RETURNING ${columns(reach)}`
    })

    return {
      list: selectList,
      get: (locator: TeammateLocator) => Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing),
      getForUpdate: Effect.fnUntraced(function* (wanted: TeammateLock) {
        const { callerSubject, teammateId } = wanted
        const rows = yield* Effect.orDie(lock(callerSubject === null ? [teammateId] : [teammateId, callerSubject]))
        return yield* lockedTeammate(rows, wanted)
      }),
      updateReach: (change: ReachChange) => Effect.orDie(update(change))
    }
  }
)
