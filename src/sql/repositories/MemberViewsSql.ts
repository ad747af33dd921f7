import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { MemberId } from "../../domain/members/Member.ts"
import type { MemberRecord } from "../../domain/members/MemberRecord.ts"
import type { LocatedMember, MembersQuery, MemberViews } from "../../domain/members/MemberViews.ts"
import { toMemberView } from "../../domain/members/toMemberView.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { Timestamp, type TimestampColumn } from "../statements/columns.ts"
import { isLinkedTo, linkScopes } from "../fragments/memberLinks.ts"
import { MembersRequest, memberPage } from "../fragments/memberPage.ts"
import { MemberRecordColumn, memberRecord } from "../fragments/memberRecordColumn.ts"

const Records = Schema.Array(MemberRecordColumn)

const Numbers = Schema.Struct({ reach: Reach, now: Timestamp, memberIds: Schema.Array(MemberId) })

const Named = Schema.Struct({ reach: Reach, now: Timestamp, externalId: Schema.String })

const Page = Schema.Struct({ total: Schema.Int, items: Records })

/** Members in this database, as partners see them. */
export const makeMemberViewsSql: Effect.Effect<MemberViews["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const isLinked = isLinkedTo(sql, sql.literal("scope"))

    const records = (reach: typeof Reach.Encoded, now: TimestampColumn) => sql`
      coalesce(json_agg(${memberRecord(sql, reach, now)} ORDER BY m.xid), '[]')`

    const selectPage = SqlSchema.findOne({
      Request: MembersRequest,
      Result: Page,
      execute: (request) => {
        const { page, total } = memberPage(sql, request)
        return sql`
          WITH scope AS MATERIALIZED (${linkScopes(sql, request.within)}), ${page}
          SELECT ${total} AS total, (
            SELECT ${records(request.reach, request.now)} FROM members m WHERE m.id IN (SELECT page.id FROM page)
          ) AS items`
      }
    })

    const selectMany = SqlSchema.findOne({
      Request: Numbers,
      Result: Schema.Struct({ items: Records }),
      execute: ({ memberIds, now, reach }) => sql`
        WITH scope AS MATERIALIZED (${linkScopes(sql, reach)})
        SELECT ${records(reach, now)} AS items FROM members m
        WHERE m.id = ANY(${memberIds}::integer[]) AND ${isLinked}`
    })

    const selectNamed = SqlSchema.findOne({
      Request: Named,
      Result: Schema.Struct({ items: Records }),
      execute: ({ externalId, now, reach }) => sql`
        WITH scope AS MATERIALIZED (${linkScopes(sql, reach)})
        SELECT ${records(reach, now)} AS items FROM members m
        WHERE m.xid = ${externalId} AND ${isLinked}`
    })

    const located = (record: MemberRecord, now: DateTime.Utc): LocatedMember => ({
      memberId: record.id,
      member: toMemberView(record, now)
    })

    return {
      list: Effect.fnUntraced(function* (query: MembersQuery) {
        const { items, total } = yield* Effect.orDie(selectPage(query))
        return { items: items.map((record) => toMemberView(record, query.now)), total }
      }),
      get: Effect.fnUntraced(function* (of) {
        const [record] = (yield* Effect.orDie(selectNamed(of))).items
        return record === undefined ? yield* new NotFound({}) : located(record, of.now)
      }),
      getMany: Effect.fnUntraced(function* (of) {
        const { items } = yield* Effect.orDie(selectMany(of))
        return items.map((record) => located(record, of.now))
      })
    }
  }
)
