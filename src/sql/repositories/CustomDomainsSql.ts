import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { CustomDomain, DomainStatus } from "../../domain/customDomains/CustomDomain.ts"
import type {
  CustomDomainKey,
  CustomDomainLocator,
  CustomDomains,
  CustomDomainsQuery
} from "../../domain/customDomains/CustomDomains.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { PageStatus } from "../../domain/pages/PageGroup.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { withinOrganizations, withinPlaces } from "../fragments/withinReach.ts"

const Stored = Schema.Struct({
  ...CustomDomain.fields,
  statusSince: Timestamp,
  lostSince: NullableTimestamp,
  lastCheckedAt: NullableTimestamp,
  nextCheckAt: NullableTimestamp,
  verifiedAt: NullableTimestamp,
  createdAt: Timestamp
})

const RecordRow = Schema.Struct({ ...Stored.fields, pageGroupXid: Schema.NullOr(Schema.String) })

const recordOf = ({ pageGroupXid, ...domain }: typeof RecordRow.Type) => ({ domain, pageGroupXid })

const Query = Schema.Struct({
  reach: Reach,
  statuses: Schema.UndefinedOr(Schema.Array(DomainStatus)),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, customDomainId: Schema.String })
const Key = Schema.Struct({ id: CustomDomain.fields.id, organizationId: OrganizationId })
const Due = Schema.Struct({ now: Timestamp, limit: Schema.Int })

const columns = `
  d.id, d.xid, d.organization_id AS "organizationId", d.hostname, d.status, d.certificate_status AS "certificateStatus",
  d.verification_token AS "verificationToken", d.failure_reason AS "failureReason", d.status_since AS "statusSince",
  d.lost_since AS "lostSince", d.last_checked_at AS "lastCheckedAt", d.next_check_at AS "nextCheckAt",
  d.verified_at AS "verifiedAt", d.created_at AS "createdAt"`

/** The operations on custom domains that generic row statements do not cover. */
export type CustomDomainStatements = Omit<CustomDomains["Service"], "insert" | "update" | "updateUnassigned" | "remove">

/** Reads and locks of custom domains in this database. */
export const makeCustomDomainsSql: Effect.Effect<CustomDomainStatements, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const selected = sql.literal(columns)

    const within = (reach: typeof Reach.Encoded) => withinOrganizations(sql, reach, "d.organization_id")

    const record = (reach: typeof Reach.Encoded) => sql`${selected}, (
      SELECT g.xid FROM page_groups g
      WHERE g.organization_id = d.organization_id AND g.custom_domain_id = d.id
        AND ${withinPlaces(sql, reach, "g.organization_id", "g.property_id")}
    ) AS "pageGroupXid"`

    const matching = ({ reach, statuses }: typeof Query.Encoded) =>
      sql.and([within(reach), ...(statuses === undefined ? [] : [sql`d.status = ANY(${statuses}::text[])`])])

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: RecordRow,
      whole: (query) => sql`SELECT count(*)::integer AS total FROM custom_domains d WHERE ${matching(query)}`,
      page: (query) => sql`
        SELECT ${record(query.reach)} FROM custom_domains d WHERE ${matching(query)}
        ORDER BY d.id LIMIT ${query.limit} OFFSET ${query.offset}`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Locator,
      Result: RecordRow,
      execute: ({ customDomainId, reach }) => sql`
        SELECT ${record(reach)} FROM custom_domains d WHERE d.xid = ${customDomainId} AND ${within(reach)}`
    })

    /**
     * As strong as a removal needs: it conflicts with the key lock of assigning the domain to a page (a foreign key).
     */
    const lock = SqlSchema.findOneOption({
      Request: Locator,
      Result: Stored,
      execute: ({ customDomainId, reach }) => sql`
        SELECT ${selected} FROM custom_domains d WHERE d.xid = ${customDomainId} AND ${within(reach)} FOR UPDATE`
    })

    const lockKey = SqlSchema.findOneOption({
      Request: Key,
      Result: Stored,
      execute: ({ id, organizationId }) => sql`
        SELECT ${selected} FROM custom_domains d
        WHERE d.organization_id = ${organizationId} AND d.id = ${id} FOR UPDATE`
    })

    const selectHolder = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Stored,
      execute: (hostname) => sql`
        SELECT ${selected} FROM custom_domains d
        WHERE d.hostname = ${hostname} AND d.status IN ('verifying', 'verified')`
    })

    const selectDue = SqlSchema.findAll({
      Request: Due,
      Result: Stored,
      execute: ({ limit, now }) => sql`
        SELECT ${selected} FROM custom_domains d WHERE d.next_check_at <= ${now}
        ORDER BY d.next_check_at, d.id LIMIT ${limit}`
    })

    const lockPage = SqlSchema.findOneOption({
      Request: Key,
      Result: Schema.Struct({ status: PageStatus }),
      execute: ({ id, organizationId }) => sql`
        SELECT g.status FROM page_groups g
        WHERE g.organization_id = ${organizationId} AND g.custom_domain_id = ${id} FOR NO KEY UPDATE`
    })

    return {
      list: Effect.fnUntraced(function* (query: CustomDomainsQuery) {
        const page = yield* selectList(query)
        return { ...page, items: page.items.map(recordOf) }
      }),
      get: (locator: CustomDomainLocator) =>
        Effect.map(Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing), recordOf),
      getForUpdate: (locator: CustomDomainLocator) => Effect.flatMap(Effect.orDie(lock(locator)), orMissing),
      findHolder: (hostname) => Effect.orDie(selectHolder(hostname)),
      listDue: (query) => Effect.orDie(selectDue(query)),
      findForUpdate: ({ id, organizationId }: CustomDomainKey) => Effect.orDie(lockKey({ id, organizationId })),
      findPageForUpdate: ({ id, organizationId }: CustomDomainKey) =>
        Effect.map(Effect.orDie(lockPage({ id, organizationId })), (row) => Option.map(row, ({ status }) => status))
    }
  }
)
