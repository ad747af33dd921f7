import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { PerkGroup } from "../../domain/perks/PerkGroup.ts"
import { HeldTier, PerkRecord, VenuePerks, PerkStay } from "../../domain/perks/PerkRecord.ts"
import type { PerkViews, PerksFilter } from "../../domain/perks/PerkViews.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { VenueSummary } from "../../domain/properties/VenueSummary.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { omitNull } from "../../domain/shared/omitNull.ts"
import { Timestamp } from "../statements/columns.ts"
import { currentTier } from "../fragments/currentTier.ts"
import { grantColumns, heldTiers, stayRequiredColumn } from "../fragments/perkColumns.ts"
import { organizationOfVenue, preferredStay } from "../fragments/preferredStay.ts"
import { venueObject } from "../fragments/venueObject.ts"
import { withinReach } from "../fragments/withinReach.ts"

const GroupRow = Schema.Struct({ ...PerkGroup.fields, description: Schema.NullOr(Schema.String) })

const groupOf = ({ description, ...group }: typeof GroupRow.Type): PerkGroup => ({
  ...group,
  ...omitNull({ description })
})

const Sought = Schema.Struct({
  now: Timestamp,
  memberId: MemberId,
  venueId: Schema.UndefinedOr(VenueId),
  groupId: Schema.UndefinedOr(Schema.Int),
  redemptionType: Schema.UndefinedOr(Schema.String)
})

const Places = Schema.Struct({
  now: Timestamp,
  memberIds: Schema.Array(MemberId),
  venueIds: Schema.Array(VenueId)
})

const StandingRow = VenuePerks.mapFields(({ memberId, ...fields }) => ({
  ...fields,
  memberIds: Schema.Array(memberId)
}))

/** Perks in this database. */
export const makePerkViewsSql: Effect.Effect<PerkViews["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const venue = sql.literal(venueObject("p"))

    /** The member's tiers, and their home level in each organization with an enrolment. */
    const standing = ({ memberId, now }: typeof Sought.Encoded) => sql`
    held AS (${heldTiers(sql, now)} AND e.member_id = ${memberId}),
    home AS (SELECT held.organization_id, max(held.level) AS level FROM held GROUP BY held.organization_id)`

    /** Grants are looked up per perk: the planner underestimated a join and scanned it for each of many perks. */
    const columns = sql.literal(`
    b.organization_id AS "organizationId", b.min_tier_level AS "minTierLevel",
    ${stayRequiredColumn} AS "stayRequired", home.level AS "tierLevel",
    (
      SELECT coalesce(json_agg(${grantColumns} ORDER BY en.id), '[]')
      FROM held JOIN entitlements en ON en.tier_id = held.tier_id AND en.benefit_id = b.id AND en.active
    ) AS grants,
    b.xid AS "perkId", b.name, b.description, b.kind, b.redemption_type AS "redemptionType",
    b.how_to_redeem AS "howToRedeem", b.hero_image AS "heroImage", b.card_image AS "cardImage",
    o.overridden_name AS "overriddenName", o.overridden_description AS "overriddenDescription"`)

    const offered = sql.literal(
      `JOIN benefits b ON b.organization_id = home.organization_id AND b.enabled AND b.archived_at IS NULL`
    )

    const inGroup = (groupId: number | undefined) =>
      groupId === undefined
        ? sql.literal("")
        : sql`JOIN benefit_group_items place ON place.benefit_id = b.id AND place.group_id = ${groupId}`

    const isRequested = ({ redemptionType }: typeof Sought.Encoded) =>
      redemptionType === undefined ? sql.literal("") : sql`AND b.redemption_type = ${redemptionType}`

    const order = (groupId: number | undefined) =>
      sql.literal(groupId === undefined ? "b.min_tier_level, b.name, b.xid" : "place.position")

    const selectGlobal = SqlSchema.findAll({
      Request: Sought,
      Result: PerkRecord,
      execute: (sought) => sql`
      WITH ${standing(sought)}
      SELECT ${columns}, NULL AS venue
      FROM home ${offered} ${inGroup(sought.groupId)}
      LEFT JOIN benefit_venue_overrides o ON o.benefit_id = b.id AND o.property_id = ${sought.venueId ?? null}
      WHERE b.scope = 'global' AND coalesce(o.enabled, true) ${isRequested(sought)}
      ORDER BY ${order(sought.groupId)}`
    })

    const selectOfProperties = SqlSchema.findAll({
      Request: Sought,
      Result: PerkRecord,
      execute: (sought) => sql`
      WITH ${standing(sought)}
      SELECT ${columns}, ${venue} AS venue
      FROM home ${offered} ${inGroup(sought.groupId)}
      JOIN benefit_venues v ON v.benefit_id = b.id
      JOIN properties p ON p.id = v.property_id
      LEFT JOIN benefit_venue_overrides o ON o.benefit_id = b.id AND o.property_id = p.id
      WHERE b.scope = 'property' AND coalesce(o.enabled, true)
        AND ${sought.venueId === undefined ? sql`p.status = 'published'` : sql`p.id = ${sought.venueId}`}
        ${isRequested(sought)}
      ORDER BY ${order(sought.groupId)}, p.document_id`
    })

    const groups = sql.literal(`
    SELECT
      g.id, g.document_id AS "documentId", g.name, g.description, g.enabled, g.stay_required AS "stayRequired",
      g.created_at AS "createdAt", g.updated_at AS "updatedAt"
    FROM benefit_groups g
    WHERE`)

    const atHome = (memberId: number) => sql`EXISTS (
    SELECT FROM enrolments e
    WHERE e.member_id = ${memberId} AND e.organization_id = g.organization_id AND e.status = 'active'
  )`

    const selectGroups = SqlSchema.findAll({
      Request: Schema.Int,
      Result: GroupRow,
      execute: (memberId) => sql`${groups} ${atHome(memberId)} ORDER BY g.name, g.id`
    })

    const selectGroup = SqlSchema.findOneOption({
      Request: Schema.Struct({ memberId: MemberId, id: Schema.Int }),
      Result: GroupRow,
      execute: ({ id, memberId }) => sql`${groups} g.id = ${id} AND ${atHome(memberId)}`
    })

    const selectVenue = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Schema.Struct({ venue: VenueSummary }),
      execute: (documentId) => sql`
      SELECT ${venue} AS venue
      FROM properties p
      WHERE p.document_id = ${documentId} AND p.status = 'published'`
    })

    const selectStay = SqlSchema.findOneOption({
      Request: Schema.Struct({
        reach: Reach,
        memberId: MemberId,
        externalId: Schema.String,
        propertyId: Schema.UndefinedOr(Schema.String)
      }),
      Result: PerkStay,
      execute: ({ externalId, memberId, propertyId, reach }) => sql`
      SELECT r.status, r.check_in::text AS "checkIn", ${venue} AS venue
      FROM reservations r
      JOIN properties p ON p.organization_id = r.organization_id AND p.id = r.property_id
      WHERE r.member_id = ${memberId} AND r.external_id = ${externalId}
        AND ${withinReach(sql, reach, "r.organization_id", "r.property_id")}
      ORDER BY ${preferredStay(sql, organizationOfVenue(sql, propertyId))} LIMIT 1`
    })

    const selectVenueWithin = SqlSchema.findOneOption({
      Request: Schema.Struct({ reach: Reach, documentId: Schema.String }),
      Result: Schema.Struct({ venue: VenueSummary }),
      execute: ({ documentId, reach }) => sql`
      SELECT ${venue} AS venue
      FROM properties p
      WHERE ${withinReach(sql, reach, "p.organization_id", "p.id")} AND p.document_id = ${documentId}`
    })

    const selectTiers = SqlSchema.findAll({
      Request: Schema.Struct({ memberId: MemberId, now: Timestamp }),
      Result: HeldTier,
      execute: ({ memberId, now }) => sql`
      SELECT tier.id AS "tierId", tier.xid AS "tierXid", p.xid AS "programXid"
      FROM enrolments e
      JOIN programs p ON p.organization_id = e.organization_id AND p.id = e.program_id
      CROSS JOIN LATERAL (${currentTier(sql, now)}) tier
      WHERE e.member_id = ${memberId} AND e.status = 'active'`
    })

    /**
     * Members with the same tiers have the same benefits at a venue, so a night's arrivals need few distinct look-ups.
     */
    const selectStandings = SqlSchema.findAll({
      Request: Places,
      Result: StandingRow,
      execute: ({ memberIds, now, venueIds }) => sql`
      WITH place AS (
        SELECT p.id AS venue_id, sought.member_id, held.tier_ids, held.level
        FROM unnest(${memberIds}::integer[], ${venueIds}::integer[]) AS sought (member_id, venue_id)
        JOIN properties p ON p.id = sought.venue_id
        CROSS JOIN LATERAL (
          SELECT array_agg(tier.tier_id ORDER BY tier.tier_id) AS tier_ids, max(tier.level) AS level
          FROM (${heldTiers(sql, now)}) tier
          WHERE tier.member_id = sought.member_id AND tier.organization_id = p.organization_id
        ) held
      ), alike AS (
        SELECT place.venue_id, place.tier_ids, place.level, array_agg(place.member_id) AS member_ids
        FROM place GROUP BY place.venue_id, place.tier_ids, place.level
      )
      SELECT alike.member_ids AS "memberIds", alike.venue_id AS "venueId", alike.level AS "tierLevel", granted.perks
      FROM alike
      CROSS JOIN LATERAL (
        SELECT coalesce(
          json_agg(
            json_build_object(
              'organizationId', b.organization_id, 'minTierLevel', b.min_tier_level,
              'stayRequired', ${sql.literal(stayRequiredColumn)}, 'tierLevel', alike.level, 'grants', title.grants,
              'benefitId', b.xid, 'name', b.name, 'overriddenName', o.overridden_name, 'kind', b.kind,
              'howToRedeem', b.how_to_redeem, 'redemptionType', b.redemption_type
            )
            ORDER BY b.min_tier_level, b.name, b.xid
          ),
          '[]'
        ) AS perks
        FROM (
          SELECT en.benefit_id, json_agg(${sql.literal(grantColumns)} ORDER BY en.id) AS grants
          FROM entitlements en WHERE en.tier_id = ANY(alike.tier_ids) AND en.active
          GROUP BY en.benefit_id
        ) title
        JOIN benefits b ON b.id = title.benefit_id AND b.enabled AND b.archived_at IS NULL
        LEFT JOIN benefit_venue_overrides o ON o.benefit_id = b.id AND o.property_id = alike.venue_id
        WHERE coalesce(o.enabled, true)
          AND (b.scope = 'global' OR EXISTS (
            SELECT FROM benefit_venues v WHERE v.benefit_id = b.id AND v.property_id = alike.venue_id
          ))
      ) granted`
    })

    const list = ({ scopes, ...sought }: PerksFilter) =>
      Effect.orDie(
        Effect.map(
          Effect.all(
            [
              scopes.includes("global") ? selectGlobal(sought) : Effect.succeed([]),
              scopes.includes("property") ? selectOfProperties(sought) : Effect.succeed([])
            ],
            { concurrency: 2 }
          ),
          ([global, ofProperties]) => [...global, ...ofProperties]
        )
      )

    return {
      list,
      listGroups: (memberId) => Effect.map(Effect.orDie(selectGroups(memberId)), (rows) => rows.map(groupOf)),
      getGroup: Effect.fnUntraced(function* (key) {
        return groupOf(yield* orMissing(yield* Effect.orDie(selectGroup(key))))
      }),
      findVenue: (documentId) =>
        Effect.map(Effect.orDie(selectVenue(documentId)), (row) => Option.map(row, ({ venue }) => venue)),
      findVenueWithin: (key) =>
        Effect.map(Effect.orDie(selectVenueWithin(key)), (row) => Option.map(row, ({ venue }) => venue)),
      listTiers: (query) => Effect.orDie(selectTiers(query)),
      findStay: (key) => Effect.orDie(selectStay(key)),
      listVenuePerks: ({ now, places }) =>
        Effect.map(
          Effect.orDie(
            selectStandings({
              now,
              memberIds: places.map(({ memberId }) => memberId),
              venueIds: places.map(({ venueId }) => venueId)
            })
          ),
          (rows) =>
            rows.flatMap(({ memberIds, ...standing }) => memberIds.map((memberId) => ({ ...standing, memberId })))
        )
    }
  }
)
