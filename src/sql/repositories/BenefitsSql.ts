import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { Benefit } from "../../domain/benefits/Benefit.ts"
import type { BenefitKey, BenefitLocator, Benefits } from "../../domain/benefits/Benefits.ts"
import { BenefitView } from "../../domain/benefits/BenefitView.ts"
import type { Change } from "../../domain/dataset/Rows.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { benefitColumns } from "../fragments/benefitColumns.ts"
import { NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { containsText } from "../fragments/containsText.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { withinOrganizations } from "../fragments/withinReach.ts"

const Stored = Schema.Struct({
  ...Benefit.fields,
  archivedAt: NullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp
})

const Query = Schema.Struct({
  reach: Reach,
  q: Schema.UndefinedOr(Schema.String),
  kind: Schema.UndefinedOr(Schema.String),
  enabled: Schema.UndefinedOr(Schema.Boolean),
  venueId: Schema.UndefinedOr(VenueId),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, benefitId: Schema.String })

/** Benefits in this database. */
export const makeBenefitsSql: Effect.Effect<Benefits["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = rowsSql(sql, "benefits")
  const venues = rowsSql(sql, "benefitVenues")

  const matching = ({ enabled, kind, q, reach, venueId }: typeof Query.Encoded) => {
    const clauses = [withinOrganizations(sql, reach, "b.organization_id"), sql`b.archived_at IS NULL`]
    if (q !== undefined) clauses.push(containsText(sql, "b.name", q))
    if (kind !== undefined) clauses.push(sql`b.kind = ${kind}`)
    if (enabled !== undefined) clauses.push(enabled ? sql`b.enabled` : sql`NOT b.enabled`)
    if (venueId !== undefined) {
      clauses.push(sql`b.organization_id = (SELECT p.organization_id FROM properties p WHERE p.id = ${venueId})`)
      clauses.push(sql`(b.scope = 'global' OR EXISTS (
        SELECT FROM benefit_venues v
        WHERE v.organization_id = b.organization_id AND v.benefit_id = b.id AND v.property_id = ${venueId}
      ))`)
    }
    return sql.and(clauses)
  }

  const listed = (query: typeof Query.Encoded) =>
    query.q === undefined ? sql`benefits b WHERE ${matching(query)}` : sql.literal("hit b")

  const selectList = listOf(sql, {
    Request: Query,
    Whole: Total,
    Item: BenefitView,
    // The few rows that contain a text are found by its index; in name order every row would be compared.
    hit: (query) =>
      query.q === undefined
        ? undefined
        : sql`SELECT b.organization_id, b.id, b.name, b.xid FROM benefits b WHERE ${matching(query)}`,
    whole: (query) => sql`SELECT count(*)::integer AS total FROM ${listed(query)}`,
    page: (query) => sql`
      SELECT ${benefitColumns(sql, query.reach)} FROM (
        SELECT b.organization_id, b.id FROM ${listed(query)}
        ORDER BY b.name, b.xid LIMIT ${query.limit} OFFSET ${query.offset}
      ) page
      JOIN benefits b ON b.organization_id = page.organization_id AND b.id = page.id
      ORDER BY b.name, b.xid`
  })

  const selectOne = SqlSchema.findOneOption({
    Request: Locator,
    Result: BenefitView,
    execute: ({ benefitId, reach }) => sql`
      SELECT ${benefitColumns(sql, reach)} FROM benefits b
      WHERE b.xid = ${benefitId} AND b.archived_at IS NULL AND ${withinOrganizations(sql, reach, "b.organization_id")}`
  })

  /** Foreign keys lock only the key of a benefit, which does not conflict with this lock. */
  const lock = SqlSchema.findOneOption({
    Request: Locator,
    Result: Stored,
    execute: ({ benefitId, reach }) => sql`
      SELECT b.id, b.xid, b.organization_id AS "organizationId", b.name, b.description, b.kind,
        b.redemption_type AS "redemptionType", b.min_tier_level AS "minTierLevel", b.scope,
        b.how_to_redeem AS "howToRedeem", b.hero_image AS "heroImage", b.card_image AS "cardImage", b.enabled,
        b.archived_at AS "archivedAt", b.created_at AS "createdAt", b.updated_at AS "updatedAt"
      FROM benefits b
      WHERE b.xid = ${benefitId} AND b.archived_at IS NULL AND ${withinOrganizations(sql, reach, "b.organization_id")}
      FOR NO KEY UPDATE`
  })

  const share = SqlSchema.findAll({
    Request: Schema.Struct({ organizationId: OrganizationId, benefitIds: Schema.Array(Schema.String) }),
    Result: Schema.Struct({ id: Benefit.fields.id, xid: Benefit.fields.xid }),
    execute: ({ benefitIds, organizationId }) => sql`
      SELECT b.id, b.xid FROM benefits b
      WHERE b.organization_id = ${organizationId} AND b.xid = ANY(${benefitIds}::text[]) AND b.archived_at IS NULL
      ORDER BY b.id FOR SHARE`
  })

  const insertVenues = SqlSchema.void({
    Request: Schema.Struct({
      organizationId: OrganizationId,
      id: Benefit.fields.id,
      venueIds: Schema.Array(VenueId)
    }),
    execute: ({ id, organizationId, venueIds }) => sql`
      INSERT INTO benefit_venues (organization_id, benefit_id, property_id)
      SELECT ${organizationId}::integer, ${id}::integer, unnest(${venueIds}::integer[])`
  })

  return {
    list: selectList,
    get: (locator: BenefitLocator) => Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing),
    getForUpdate: (locator: BenefitLocator) => Effect.flatMap(Effect.orDie(lock(locator)), orMissing),
    listForShare: (query) => Effect.orDie(share(query)),
    insert: (row) => Effect.orDie(rows.insertNumbered(row)),
    update: ({ id, organizationId }: BenefitKey, change: Change<"benefits">) =>
      rows.change({ organizationId, id }, change),
    replaceVenues: Effect.fnUntraced(function* ({ id, organizationId }: BenefitKey, venueIds: ReadonlyArray<VenueId>) {
      yield* venues.remove({ organizationId, benefitId: id })
      if (venueIds.length > 0) yield* insertVenues({ organizationId, id, venueIds })
    }, Effect.orDie)
  }
})
