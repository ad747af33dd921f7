import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { Entitlement } from "../../domain/benefits/Benefit.ts"
import type { EntitlementLocator, Entitlements } from "../../domain/benefits/Entitlements.ts"
import { EntitlementView } from "../../domain/benefits/EntitlementView.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { ProgramId, TierId } from "../../domain/programs/Program.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { Timestamp } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { pipelined } from "../statements/pipelined.ts"
import { withinOrganizations, withinReach } from "../fragments/withinReach.ts"

const Stored = Schema.Struct({ ...Entitlement.fields, createdAt: Timestamp, updatedAt: Timestamp })

const Query = Schema.Struct({
  reach: Reach,
  programId: Schema.UndefinedOr(Schema.String),
  tierId: Schema.UndefinedOr(Schema.String),
  benefitId: Schema.UndefinedOr(Schema.String),
  venueId: Schema.UndefinedOr(VenueId),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, entitlementId: Schema.String })

const TierLocator = Schema.Struct({ organizationId: OrganizationId, programId: Schema.String, tierId: Schema.String })
type TierLocator = typeof TierLocator.Type

/** Reads of entitlements in this database that generic row statements do not cover. */
export const makeEntitlementReads: Effect.Effect<
  Pick<Entitlements["Service"], "list" | "get" | "getForUpdate" | "findTier">,
  never,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** An entitlement `e` as a caller with this reach sees it. */
  const view = (reach: typeof Reach.Encoded) => sql`
    e.xid AS "entitlementId", pr.xid AS "programId", t.xid AS "tierId", b.xid AS "benefitId",
    e.quantity_per_stay AS "quantityPerStay",
    CASE WHEN e.venue_ids IS NOT NULL THEN ARRAY(
      SELECT p.document_id FROM properties p
      WHERE p.organization_id = e.organization_id AND p.id = ANY(e.venue_ids)
        AND ${withinReach(sql, reach, "p.organization_id", "p.id")}
      ORDER BY p.document_id
    ) END AS "venueIds",
    e.valid_from::text AS "validFrom", e.valid_to::text AS "validTo", e.active,
    e.created_at AS "createdAt", e.updated_at AS "updatedAt"`

  const nameColumns = sql.literal(`
    JOIN programs pr ON pr.organization_id = e.organization_id AND pr.id = e.program_id
    JOIN tiers t ON t.organization_id = e.organization_id AND t.id = e.tier_id
    JOIN benefits b ON b.organization_id = e.organization_id AND b.id = e.benefit_id`)

  /** External ids are resolved once, before rows are read; an unknown id matches no row. */
  const matching = ({ benefitId, programId, reach, tierId, venueId }: typeof Query.Encoded) => {
    const clauses = [withinOrganizations(sql, reach, "e.organization_id")]
    if (programId !== undefined) {
      clauses.push(sql`e.program_id = (SELECT pr.id FROM programs pr WHERE pr.xid = ${programId})`)
    }
    if (tierId !== undefined) clauses.push(sql`e.tier_id = (SELECT t.id FROM tiers t WHERE t.xid = ${tierId})`)
    if (benefitId !== undefined) {
      clauses.push(sql`e.benefit_id = (SELECT b.id FROM benefits b WHERE b.xid = ${benefitId})`)
    }
    if (venueId !== undefined) {
      clauses.push(sql`e.organization_id = (SELECT p.organization_id FROM properties p WHERE p.id = ${venueId})`)
      clauses.push(sql`(e.venue_ids IS NULL OR e.venue_ids @> ARRAY[${venueId}::integer])`)
    }
    return sql.and(clauses)
  }

  const selectList = listOf(sql, {
    Request: Query,
    Whole: Total,
    Item: EntitlementView,
    whole: (query) => sql`SELECT count(*)::integer AS total FROM entitlements e WHERE ${matching(query)}`,
    page: (query) => sql`
      SELECT ${view(query.reach)} FROM (
        SELECT e.organization_id, e.id FROM entitlements e WHERE ${matching(query)}
        ORDER BY e.id LIMIT ${query.limit} OFFSET ${query.offset}
      ) page
      JOIN entitlements e ON e.organization_id = page.organization_id AND e.id = page.id
      ${nameColumns}
      ORDER BY e.id`
  })

  const within = ({ entitlementId, reach }: typeof Locator.Encoded) =>
    sql`e.xid = ${entitlementId} AND ${withinOrganizations(sql, reach, "e.organization_id")}`

  const selectOne = SqlSchema.findOneOption({
    Request: Locator,
    Result: EntitlementView,
    execute: (locator) => sql`SELECT ${view(locator.reach)} FROM entitlements e ${nameColumns} WHERE ${within(locator)}`
  })

  const lock = SqlSchema.findOneOption({
    Request: Locator,
    Result: Stored,
    execute: (locator) => sql`
      SELECT e.id, e.xid, e.organization_id AS "organizationId", e.program_id AS "programId", e.tier_id AS "tierId",
        e.benefit_id AS "benefitId", e.quantity_per_stay AS "quantityPerStay", e.venue_ids AS "venueIds",
        e.valid_from::text AS "validFrom", e.valid_to::text AS "validTo", e.active, e.created_at AS "createdAt",
        e.updated_at AS "updatedAt"
      FROM entitlements e WHERE ${within(locator)} FOR UPDATE`
  })

  /**
   * Before the tier, like an edit of tiers: none is removed before it is entitled. On its own, because a statement that
   * waits would still see the tiers from before.
   */
  const lockProgram = pipelined(
    sql,
    ({ organizationId, programId }: TierLocator) => sql`
      SELECT FROM programs pr WHERE pr.organization_id = ${organizationId} AND pr.xid = ${programId} FOR SHARE`
  )

  const selectTier = SqlSchema.findAll({
    Request: TierLocator,
    Result: Schema.Struct({ programId: ProgramId, tierId: Schema.NullOr(TierId) }),
    execute: ({ organizationId, programId, tierId }) => sql`
      SELECT pr.id AS "programId", t.id AS "tierId" FROM programs pr
      LEFT JOIN tiers t ON t.organization_id = pr.organization_id AND t.program_id = pr.id AND t.xid = ${tierId}
      WHERE pr.organization_id = ${organizationId} AND pr.xid = ${programId}`
  })

  return {
    list: selectList,
    get: (locator: EntitlementLocator) => Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing),
    getForUpdate: (locator: EntitlementLocator) => Effect.flatMap(Effect.orDie(lock(locator)), orMissing),
    findTier: (query) =>
      Effect.map(Effect.orDie(Effect.andThen(lockProgram(query), selectTier(query))), ([found]) => ({
        programId: found?.programId,
        tierId: found?.tierId ?? undefined
      }))
  }
})
