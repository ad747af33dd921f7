import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../domain/access/Reach.ts"
import { CustomDomainRow, DomainStatus } from "../domain/customDomains/CustomDomain.ts"
import { HostnameHeld } from "../domain/customDomains/CustomDomainErrors.ts"
import type {
  CustomDomainKey,
  CustomDomainLocator,
  CustomDomains,
  CustomDomainsQuery
} from "../domain/customDomains/CustomDomains.ts"
import { OrganizationId } from "../domain/organizations/Organization.ts"
import { PageStatus } from "../domain/pages/PageGroup.ts"
import { NotFound } from "../domain/shared/NotFound.ts"
import { DuplicateResource } from "../domain/shared/ResourceConflicts.ts"
import { NullableTimestamp, Timestamp } from "./columns.ts"
import { listOf } from "./listOf.ts"
import { rowsSql } from "./rowsSql.ts"
import { isOneOf } from "./withinReach.ts"

const Stored = Schema.Struct({
  ...CustomDomainRow.fields,
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
const Key = Schema.Struct({ id: CustomDomainRow.fields.id, organizationId: OrganizationId })
const Due = Schema.Struct({ now: Timestamp, limit: Schema.Int })

const columns = `
  d.id, d.xid, d.organization_id AS "organizationId", d.hostname, d.status, d.certificate_status AS "certificateStatus",
  d.verification_token AS "verificationToken", d.failure_reason AS "failureReason", d.status_since AS "statusSince",
  d.lost_since AS "lostSince", d.last_checked_at AS "lastCheckedAt", d.next_check_at AS "nextCheckAt",
  d.verified_at AS "verifiedAt", d.created_at AS "createdAt"`

/** Custom domains in this database. */
export const makeCustomDomainsSql: Effect.Effect<CustomDomains["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "customDomains")
    const pages = rowsSql(sql, "pageGroups")
    const selected = sql.literal(columns)

    const within = ({ organizationIds }: typeof Reach.Encoded) =>
      organizationIds === "all"
        ? sql`d.organization_id IS NOT NULL`
        : isOneOf(sql, "d.organization_id", organizationIds)

    const isPageWithin = ({ venueIds }: typeof Reach.Encoded) =>
      venueIds === "all" ? sql`true` : sql`(g.property_id IS NULL OR ${isOneOf(sql, "g.property_id", venueIds)})`

    const record = (reach: typeof Reach.Encoded) => sql`${selected}, (
      SELECT g.xid FROM page_groups g
      WHERE g.organization_id = d.organization_id AND g.custom_domain_id = d.id AND ${isPageWithin(reach)}
    ) AS "pageGroupXid"`

    const matching = ({ reach, statuses }: typeof Query.Encoded) =>
      sql.and([within(reach), ...(statuses === undefined ? [] : [sql`d.status = ANY(${statuses}::text[])`])])

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Schema.Struct({ total: Schema.Int }),
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

    /** As strong as a removal needs: whoever assigns the domain to a page waits (foreign keys lock the key). */
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

    const found = <A>(row: Option.Option<A>): Effect.Effect<A, NotFound> =>
      Option.isNone(row) ? Effect.fail(new NotFound({})) : Effect.succeed(row.value)

    return {
      list: Effect.fnUntraced(function* (query: CustomDomainsQuery) {
        const { items, whole } = yield* selectList(query)
        return { items: items.map(recordOf), total: whole.total }
      }),
      get: (locator: CustomDomainLocator) =>
        Effect.map(Effect.flatMap(Effect.orDie(selectOne(locator)), found), recordOf),
      getForUpdate: (locator: CustomDomainLocator) => Effect.flatMap(Effect.orDie(lock(locator)), found),
      findHolder: (hostname) => Effect.orDie(selectHolder(hostname)),
      listDue: (query) => Effect.orDie(selectDue(query)),
      findForUpdate: ({ id, organizationId }: CustomDomainKey) => Effect.orDie(lockKey({ id, organizationId })),
      insert: (row) =>
        Effect.catch(rows.insertNumbered(row), (conflict) =>
          conflict.constraint === "custom_domains_hostname_key"
            ? Effect.fail(new DuplicateResource({ field: "hostname" }))
            : Effect.die(conflict)
        ),
      update: ({ hostname, id, organizationId, status }, change) =>
        Effect.asVoid(
          Effect.catch(rows.update({ id, organizationId, status }, change), (conflict) =>
            conflict.constraint === "custom_domains_holder_key"
              ? Effect.fail(new HostnameHeld({ hostname }))
              : Effect.die(conflict)
          )
        ),
      findPageForUpdate: ({ id, organizationId }: CustomDomainKey) =>
        Effect.map(Effect.orDie(lockPage({ id, organizationId })), (row) => Option.map(row, ({ status }) => status)),
      updateUnassigned: ({ id, organizationId }, now) =>
        Effect.asVoid(
          Effect.orDie(pages.update({ organizationId, customDomainId: id }, { customDomainId: null, updatedAt: now }))
        ),
      remove: ({ id, organizationId }) => Effect.asVoid(rows.remove({ organizationId, id }))
    }
  }
)
