import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { PageGroupRowId } from "../../domain/pages/PageGroup.ts"
import { type PageAddress, type PageSources, LocatedPage, PageSurroundings } from "../../domain/pages/PageSources.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { Timestamp } from "../statements/columns.ts"
import { rowsSql } from "../statements/rowsSql.ts"

const Path = Schema.Struct({ organizationSlug: Schema.String, slug: Schema.String })

const Query = Schema.Struct({
  organizationId: OrganizationId,
  pageGroupId: PageGroupRowId,
  propertyId: Schema.NullOr(VenueId),
  offerIds: Schema.Array(Schema.String),
  benefitIds: Schema.Array(Schema.String),
  now: Timestamp
})

const Gate = Schema.Struct({
  organizationId: OrganizationId,
  programId: Schema.NullOr(Schema.String),
  memberId: MemberId
})

/** The content of pages, in this database. */
export const makePageSourcesSql: Effect.Effect<PageSources["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const versions = rowsSql(sql, "pageVersions")

    const standing = sql.literal(`
      o.id AS "organizationId", g.id AS "pageGroupId", g.property_id AS "propertyId", g.status, v.id AS "versionId"`)

    const lastPublished = sql.literal(`CROSS JOIN LATERAL (
        SELECT w.id, w.slug, w.published_at FROM page_versions w
        WHERE w.page_group_id = g.id AND w.published_at IS NOT NULL ORDER BY w.number DESC LIMIT 1
      ) v`)

    const selectPublished = SqlSchema.findOneOption({
      Request: Path,
      Result: LocatedPage,
      execute: ({ organizationSlug, slug }) => sql`
        SELECT ${standing}
        FROM organizations o JOIN page_groups g ON g.organization_id = o.id ${lastPublished}
        WHERE o.slug = ${organizationSlug} AND o.status = 'active' AND g.published_slug = ${slug}`
    })

    const selectOffline = SqlSchema.findOneOption({
      Request: Path,
      Result: LocatedPage,
      execute: ({ organizationSlug, slug }) => sql`
        SELECT ${standing}
        FROM organizations o
        JOIN page_versions former ON former.organization_id = o.id
        JOIN page_groups g ON g.organization_id = former.organization_id AND g.id = former.page_group_id
        ${lastPublished}
        WHERE o.slug = ${organizationSlug} AND o.status = 'active' AND former.slug = ${slug}
          AND former.published_at IS NOT NULL AND g.status = 'offline' AND v.id = former.id
        ORDER BY former.published_at DESC, former.id DESC LIMIT 1`
    })

    const selectByHostname = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: LocatedPage,
      execute: (hostname) => sql`
        SELECT ${standing}
        FROM custom_domains d
        JOIN organizations o ON o.id = d.organization_id
        JOIN page_groups g ON g.organization_id = d.organization_id AND g.custom_domain_id = d.id
        ${lastPublished}
        WHERE d.hostname = ${hostname} AND d.status = 'verified' AND o.status = 'active'`
    })

    const selectOwner = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Schema.Struct({ organizationId: OrganizationId }),
      execute: (hostname) => sql`
        SELECT d.organization_id AS "organizationId" FROM custom_domains d
        WHERE d.hostname = ${hostname} AND d.status = 'verified'`
    })

    const selectSurroundings = SqlSchema.findOne({
      Request: Query,
      Result: PageSurroundings,
      execute: ({ benefitIds, now, offerIds, organizationId, pageGroupId, propertyId }) => sql`
        SELECT
          json_build_object('name', o.name, 'slug', o.slug) AS organization,
          (
            SELECT d.hostname FROM page_groups g
            JOIN custom_domains d ON d.organization_id = g.organization_id AND d.id = g.custom_domain_id
            WHERE g.organization_id = o.id AND g.id = ${pageGroupId} AND d.status = 'verified'
          ) AS hostname,
          (
            SELECT json_build_object(
              'propertyId', p.document_id, 'name', p.name, 'street', p.street, 'postalCode', p.postal_code,
              'city', p.city, 'state', p.state, 'country', p.country, 'latitude', p.latitude,
              'longitude', p.longitude, 'phone', p.contact ->> 'phone', 'starRating', p.star_rating,
              'guestRating', p.guest_rating, 'reviewCount', p.review_count, 'imageUrl', p.hero ->> 'url'
            )
            FROM properties p
            WHERE p.organization_id = o.id AND p.id = ${propertyId}::integer AND p.status = 'published'
          ) AS venue,
          (
            SELECT coalesce(json_agg(json_build_object(
              'offerId', f.xid, 'name', f.name, 'shortDescription', f.short_description,
              'pointsRequired', f.points_required, 'imageUrl', coalesce(f.card_image_url, f.hero_image_url),
              'validUntil', to_char(f.valid_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            ) ORDER BY f.xid), '[]'::json)
            FROM offers f
            WHERE f.organization_id = o.id AND f.xid = ANY(${offerIds}::text[]) AND f.status = 'published'
              AND (f.valid_until IS NULL OR f.valid_until > ${now}::timestamptz)
              AND NOT EXISTS (SELECT FROM properties h WHERE h.id = f.property_id AND h.status = 'hidden')
          ) AS offers,
          (
            SELECT coalesce(json_agg(json_build_object(
              'benefitId', b.xid, 'name', coalesce(r.overridden_name, b.name),
              'description', coalesce(r.overridden_description, b.description)
            ) ORDER BY b.xid), '[]'::json)
            FROM benefits b
            LEFT JOIN benefit_venue_overrides r
              ON r.organization_id = b.organization_id AND r.benefit_id = b.id AND r.property_id = ${propertyId}::integer
            WHERE b.organization_id = o.id AND b.xid = ANY(${benefitIds}::text[]) AND b.archived_at IS NULL
              AND b.enabled AND r.enabled IS NOT FALSE
          ) AS perks
        FROM organizations o WHERE o.id = ${organizationId}`
    })

    const selectEnrolled = SqlSchema.findOneOption({
      Request: Gate,
      Result: Schema.Struct({ programId: Schema.Int }),
      execute: ({ memberId, organizationId, programId }) => sql`
        SELECT e.program_id AS "programId" FROM enrolments e
        JOIN programs p ON p.organization_id = e.organization_id AND p.id = e.program_id
        WHERE e.organization_id = ${organizationId} AND e.member_id = ${memberId} AND e.status = 'active'
          AND (${programId}::text IS NULL OR p.xid = ${programId})
        LIMIT 1`
    })

    return {
      find: Effect.fnUntraced(function* (address: PageAddress) {
        if (address.by === "hostname") return yield* selectByHostname(address.hostname)
        const published = yield* selectPublished(address)
        return Option.isSome(published) ? published : yield* selectOffline(address)
      }, Effect.orDie),
      findOwner: (hostname) =>
        Effect.map(
          Effect.orDie(selectOwner(hostname)),
          Option.map(({ organizationId }) => organizationId)
        ),
      findVersion: ({ organizationId, pageGroupId, versionId }) =>
        versions.find({ organizationId, pageGroupId, id: versionId }),
      getSurroundings: (query) => Effect.orDie(selectSurroundings(query)),
      isEnrolled: (query) => Effect.map(Effect.orDie(selectEnrolled(query)), Option.isSome)
    }
  }
)
