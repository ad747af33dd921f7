import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { CustomDomain } from "../../domain/customDomains/CustomDomain.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { PageGroup, PageStatus, PageVersion } from "../../domain/pages/PageGroup.ts"
import type { PageLocator, PageRecord, Pages } from "../../domain/pages/Pages.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { instantOf } from "../statements/columns.ts"
import { containsText } from "../fragments/containsText.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { pipelined } from "../statements/pipelined.ts"
import { withinPlaces } from "../fragments/withinReach.ts"

const RecordRow = Schema.Struct({
  ...PageGroup.fields,
  propertyXid: Schema.NullOr(Schema.String),
  domainXid: Schema.NullOr(Schema.String),
  hostname: Schema.NullOr(Schema.String),
  published: Schema.NullOr(PageVersion),
  draft: Schema.NullOr(PageVersion)
})

/** A version from the database's JSON. */
const versionOf = (version: PageVersion): PageVersion => ({
  ...version,
  createdAt: instantOf(version.createdAt),
  updatedAt: instantOf(version.updatedAt),
  publishedAt: version.publishedAt && instantOf(version.publishedAt)
})

const recordOf = (row: typeof RecordRow.Type): PageRecord => {
  const { domainXid, draft, hostname, propertyXid, published, ...group } = row
  const customDomain = domainXid === null || hostname === null ? null : { xid: domainXid, hostname }
  return {
    group,
    propertyXid,
    customDomain,
    published: published && versionOf(published),
    draft: draft && versionOf(draft)
  }
}

const Query = Schema.Struct({
  reach: Reach,
  statuses: Schema.UndefinedOr(Schema.Array(PageStatus)),
  q: Schema.UndefinedOr(Schema.String),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, pageGroupId: Schema.String })

/** A version of the page group `g` as one JSON value, so that its columns do not collide with the group's. */
const version = `json_build_object(
    'id', n.id, 'organizationId', n.organization_id, 'pageGroupId', n.page_group_id, 'number', n.number,
    'title', n.title, 'headline', n.headline, 'body', n.body, 'blocks', n.blocks, 'slug', n.slug, 'locale', n.locale,
    'featuredImage', n.featured_image, 'seo', n.seo, 'theme', n.theme, 'memberGate', n.member_gate,
    'createdAt', n.created_at, 'updatedAt', n.updated_at, 'publishedAt', n.published_at
  )`

const ofGroup = "FROM page_versions n WHERE n.organization_id = g.organization_id AND n.page_group_id = g.id"

/** The page groups `page` with their related rows. `page` is read first, so that only it is sorted and skipped. */
const records = `
  SELECT g.id, g.xid, g.organization_id AS "organizationId", g.property_id AS "propertyId", g.name, g.status,
    g.published_slug AS "publishedSlug", g.custom_domain_id AS "customDomainId", g.last_version AS "lastVersion",
    g.created_at AS "createdAt", g.updated_at AS "updatedAt", v.document_id AS "propertyXid", d.xid AS "domainXid",
    d.hostname,
    (
      SELECT ${version} ${ofGroup} AND n.published_at IS NOT NULL ORDER BY n.number DESC LIMIT 1
    ) AS published,
    (SELECT ${version} ${ofGroup} AND n.published_at IS NULL) AS draft
  FROM page
  JOIN page_groups g ON g.organization_id = page.organization_id AND g.id = page.id
  LEFT JOIN properties v ON v.organization_id = g.organization_id AND v.id = g.property_id
  LEFT JOIN custom_domains d ON d.organization_id = g.organization_id AND d.id = g.custom_domain_id`

interface ThemeKitKey {
  readonly organizationId: OrganizationId
  readonly xid: string
}

/** The operations on pages that generic row statements do not cover. */
export interface PageStatements
  extends Pick<Pages["Service"], "list" | "get" | "findDomainForShare" | "listVerifiedDomains" | "hasAll"> {
  /** Locks a page until the transaction ends; read it afterwards. */
  readonly lock: (locator: PageLocator) => Effect.Effect<void>
  readonly lockThemeKit: (key: ThemeKitKey) => Effect.Effect<void>
}

/** Reads and locks of pages in this database. */
export const makePagesSql: Effect.Effect<PageStatements, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const visible = (reach: typeof Reach.Encoded) => withinPlaces(sql, reach, "g.organization_id", "g.property_id")

  const matching = ({ q, reach, statuses }: typeof Query.Encoded) => {
    const clauses = [visible(reach)]
    if (statuses !== undefined) clauses.push(sql`g.status = ANY(${statuses}::text[])`)
    if (q !== undefined) clauses.push(containsText(sql, "g.name", q))
    return sql.and(clauses)
  }

  const selectList = listOf(sql, {
    Request: Query,
    Whole: Total,
    Item: RecordRow,
    whole: (query) => sql`SELECT count(*)::integer AS total FROM page_groups g WHERE ${matching(query)}`,
    page: (query) => sql`
      WITH page AS (
        SELECT g.organization_id, g.id FROM page_groups g WHERE ${matching(query)}
        ORDER BY g.name COLLATE "C", g.xid LIMIT ${query.limit} OFFSET ${query.offset}
      )
      ${sql.literal(records)} ORDER BY g.name COLLATE "C", g.xid`
  })

  const selectOne = SqlSchema.findOneOption({
    Request: Locator,
    Result: RecordRow,
    execute: ({ pageGroupId, reach }) => sql`
      WITH page AS (SELECT g.organization_id, g.id FROM page_groups g WHERE g.xid = ${pageGroupId} AND ${visible(reach)})
      ${sql.literal(records)}`
  })

  /** Foreign keys of versions lock only the key of a page, which does not conflict with this lock. */
  const lock = pipelined(
    sql,
    ({ pageGroupId, reach }: PageLocator) => sql`
      SELECT FROM page_groups g WHERE g.xid = ${pageGroupId} AND ${visible(reach)} FOR NO KEY UPDATE`
  )

  const lockThemeKit = pipelined(
    sql,
    ({ organizationId, xid }: ThemeKitKey) => sql`
      SELECT FROM theme_kits k WHERE k.organization_id = ${organizationId} AND k.xid = ${xid} FOR SHARE`
  )

  const shareDomain = SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, customDomainId: Schema.String }),
    Result: Schema.Struct({
      id: CustomDomain.fields.id,
      xid: CustomDomain.fields.xid,
      hostname: CustomDomain.fields.hostname,
      status: CustomDomain.fields.status
    }),
    execute: ({ customDomainId, organizationId }) => sql`
      SELECT d.id, d.xid, d.hostname, d.status FROM custom_domains d
      WHERE d.organization_id = ${organizationId} AND d.xid = ${customDomainId} FOR SHARE`
  })

  const selectVerified = SqlSchema.findAll({
    Request: Schema.Struct({ organizationId: OrganizationId, reach: Reach }),
    Result: Schema.Struct({ xid: Schema.String, hostname: Schema.String, pageXid: Schema.NullOr(Schema.String) }),
    execute: ({ organizationId, reach }) => sql`
      SELECT d.xid, d.hostname, g.xid AS "pageXid"
      FROM custom_domains d
      LEFT JOIN page_groups g
        ON g.organization_id = d.organization_id AND g.custom_domain_id = d.id AND ${visible(reach)}
      WHERE d.organization_id = ${organizationId} AND d.status = 'verified'
      ORDER BY d.hostname COLLATE "C"`
  })

  const countExisting = SqlSchema.findOne({
    Request: Schema.Struct({
      organizationId: OrganizationId,
      reach: Reach,
      offerIds: Schema.Array(Schema.String),
      benefitIds: Schema.Array(Schema.String)
    }),
    Result: Schema.Struct({ offers: Schema.Int, benefits: Schema.Int }),
    execute: ({ benefitIds, offerIds, organizationId, reach }) => sql`
      SELECT
        (
          SELECT count(*)::integer FROM offers o
          WHERE o.organization_id = ${organizationId} AND o.xid = ANY(${offerIds}::text[])
            AND ${withinPlaces(sql, reach, "o.organization_id", "o.property_id")}
        ) AS offers,
        (
          SELECT count(*)::integer FROM benefits b
          WHERE b.organization_id = ${organizationId} AND b.xid = ANY(${benefitIds}::text[])
        ) AS benefits`
  })

  return {
    hasAll: (query) =>
      Effect.map(
        Effect.orDie(countExisting(query)),
        ({ benefits, offers }) => offers === query.offerIds.length && benefits === query.benefitIds.length
      ),
    list: (query) => Effect.map(selectList(query), (page) => ({ ...page, items: page.items.map(recordOf) })),
    get: (locator) => Effect.map(Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing), recordOf),
    lock: (locator) => Effect.orDie(lock(locator)),
    lockThemeKit: (key) => Effect.orDie(lockThemeKit(key)),
    findDomainForShare: (query) => Effect.orDie(shareDomain(query)),
    listVerifiedDomains: (query) => Effect.orDie(selectVerified(query))
  }
})
