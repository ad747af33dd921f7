import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { GuestIntelligence, InsightSecret } from "../../domain/insight/GuestIntelligence.ts"
import type { InsightFeed, InsightReferred } from "../../domain/insight/InsightFeed.ts"
import { MemberId } from "../../domain/members/Member.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { ReservationId } from "../../domain/reservations/Reservation.ts"
import { Timestamp } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"
import { rowsSql } from "../statements/rowsSql.ts"

const SecretRow = Schema.Struct({ ...InsightSecret.fields, createdAt: Timestamp })

const texts = Schema.Array(Schema.String)

const References = Schema.Struct({
  organizationId: OrganizationId,
  propertyIds: texts,
  reservationIds: texts,
  memberIds: texts,
  guestIds: texts
})

const ReferredRow = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("property"), key: Schema.String, id: VenueId }),
  Schema.Struct({
    kind: Schema.Literal("reservation"),
    key: Schema.String,
    id: ReservationId,
    propertyId: VenueId
  }),
  Schema.Struct({ kind: Schema.Literal("member"), key: Schema.String, id: MemberId }),
  Schema.Struct({ kind: Schema.Literal("guest"), key: Schema.String, id: Schema.Int })
])

const { id, hashedPmsGuestId, pmsGuestIdEnc } = GuestIntelligence.fields

const HashRow = Schema.Struct({ id, hashedPmsGuestId, pmsGuestIdEnc })

const asJson = <S extends Schema.Codec<unknown, unknown>>(row: S) =>
  Schema.fromJsonString(Schema.toCodecJson(Schema.Array(row)))

const Delivered = asJson(
  GuestIntelligence.mapFields(({ createdAt, id: _, organizationId, updatedAt, ...fields }) => fields)
)

/** The columns that a delivery sets, with their types in rows passed as JSON. */
const deliveredColumns = {
  guest_id: `"guestId" integer`,
  property_id: `"propertyId" integer`,
  reservation_id: `"reservationId" integer`,
  member_id: `"memberId" integer`,
  status: `status text`,
  social: `social jsonb`,
  match_confidence: `"matchConfidence" numeric`,
  matched_by: `"matchedBy" text[]`,
  enriched_at: `"enrichedAt" timestamptz`
} as const

const identity = {
  hashed_pms_guest_id: `"hashedPmsGuestId" text`,
  pms_guest_id_enc: `"pmsGuestIdEnc" text`
} as const

const names = Object.keys(deliveredColumns)
const all = { ...identity, ...deliveredColumns }
const of = (alias: string) => names.map((name) => `${alias}.${name}`).join(", ")

const referred = (rows: ReadonlyArray<typeof ReferredRow.Type>): InsightReferred => {
  const properties = new Map<string, VenueId>()
  const reservations = new Map<string, { readonly id: ReservationId; readonly propertyId: VenueId }>()
  const members = new Map<string, MemberId>()
  const guests = new Map<string, number>()
  for (const row of rows) {
    if (row.kind === "property") properties.set(row.key, row.id)
    else if (row.kind === "reservation") reservations.set(row.key, row)
    else if (row.kind === "member") members.set(row.key, row.id)
    else guests.set(row.key, row.id)
  }
  return { properties, reservations, members, guests }
}

/** Deliveries of guest intelligence to this database. */
export const makeInsightFeedSql: Effect.Effect<InsightFeed["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const secrets = rowsSql(sql, "insightSecrets")
    const runs = rowsSql(sql, "insightRuns")

    const selectSecret = (lock: "SHARE" | "UPDATE") =>
      SqlSchema.findOneOption({
        Request: OrganizationId,
        Result: SecretRow,
        execute: (organizationId) => sql`
          SELECT s.organization_id AS "organizationId", s.secret_enc AS "secretEnc", s.created_at AS "createdAt"
          FROM insight_secrets s WHERE s.organization_id = ${organizationId} FOR ${sql.literal(lock)}`
      })

    const share = selectSecret("SHARE")
    const lock = selectSecret("UPDATE")

    /** Against a merge, with the lock that the foreign keys of records take, in the order in which a merge locks. */
    const lockMembers = pipelined(
      sql,
      (xids: ReadonlyArray<string>) => sql`
        SELECT FROM members m
        WHERE m.id IN (
          SELECT own.id FROM members own WHERE own.xid = ANY(${xids}::text[])
          UNION
          SELECT merged.merged_into FROM members merged WHERE merged.xid = ANY(${xids}::text[])
        )
        ORDER BY m.id FOR KEY SHARE`
    )

    const selectReferred = SqlSchema.findAll({
      Request: References,
      Result: ReferredRow,
      execute: ({ guestIds, memberIds, organizationId, propertyIds, reservationIds }) => sql`
        SELECT 'property' AS kind, p.document_id AS key, p.id, NULL::integer AS "propertyId"
        FROM properties p WHERE p.organization_id = ${organizationId} AND p.document_id = ANY(${propertyIds}::text[])
        UNION ALL
        SELECT 'reservation', r.external_id, r.id, r.property_id
        FROM reservations r
        WHERE r.organization_id = ${organizationId} AND r.external_id = ANY(${reservationIds}::text[])
        UNION ALL
        SELECT 'guest', u.xid, u.id, NULL
        FROM guests u WHERE u.organization_id = ${organizationId} AND u.xid = ANY(${guestIds}::text[])
        UNION ALL
        SELECT 'member', named.xid, m.id, NULL
        FROM members named JOIN members m ON m.id = coalesce(named.merged_into, named.id)
        WHERE named.xid = ANY(${memberIds}::text[]) AND (
          EXISTS (SELECT 1 FROM enrolments e WHERE e.organization_id = ${organizationId} AND e.member_id = m.id)
          OR EXISTS (SELECT 1 FROM reservations s WHERE s.organization_id = ${organizationId} AND s.member_id = m.id)
          OR EXISTS (SELECT 1 FROM fulfillments f WHERE f.organization_id = ${organizationId} AND f.member_id = m.id)
          OR EXISTS (SELECT 1 FROM guest_invites i WHERE i.organization_id = ${organizationId} AND i.member_id = m.id)
        )`
    })

    // Written in the order of their hashes, so that two deliveries of the same guests cannot deadlock.
    const write = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, now: Timestamp, records: Delivered }),
      Result: Schema.Struct({ hash: Schema.String, created: Schema.Boolean }),
      execute: ({ now, organizationId, records }) => sql`
        INSERT INTO guest_intelligence AS g (
          organization_id, ${sql.literal(Object.keys(all).join(", "))}, created_at, updated_at
        )
        SELECT ${organizationId}::integer, ${sql.literal(
          Object.values(all)
            .map((column) => `n.${column.split(" ")[0]}`)
            .join(", ")
        )}, ${now}::timestamptz, ${now}::timestamptz
        FROM jsonb_to_recordset(${records}::text::jsonb) AS n (${sql.literal(Object.values(all).join(", "))})
        ORDER BY n."hashedPmsGuestId"
        ON CONFLICT ON CONSTRAINT guest_intelligence_hash_key DO UPDATE SET
          (${sql.literal(names.join(", "))}) = ROW (${sql.literal(of("excluded"))}), updated_at = excluded.updated_at
        WHERE (${sql.literal(of("g"))}) IS DISTINCT FROM (${sql.literal(of("excluded"))})
        RETURNING g.hashed_pms_guest_id AS hash, g.xmax = 0 AS created`
    })

    const selectHashes = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, after: Schema.Int, limit: Schema.Int }),
      Result: HashRow,
      execute: ({ after, limit, organizationId }) => sql`
        SELECT g.id, g.hashed_pms_guest_id AS "hashedPmsGuestId", g.pms_guest_id_enc AS "pmsGuestIdEnc"
        FROM guest_intelligence g
        WHERE g.organization_id = ${organizationId} AND g.id > ${after}::bigint ORDER BY g.id LIMIT ${limit}`
    })

    const updateHashes = SqlSchema.void({
      Request: Schema.Struct({ organizationId: OrganizationId, records: asJson(HashRow) }),
      execute: ({ organizationId, records }) => sql`
        UPDATE guest_intelligence g
        SET hashed_pms_guest_id = n."hashedPmsGuestId", pms_guest_id_enc = n."pmsGuestIdEnc"
        FROM jsonb_to_recordset(${records}::text::jsonb) AS n (id bigint, ${sql.literal(Object.values(identity).join(", "))})
        WHERE g.organization_id = ${organizationId} AND g.id = n.id`
    })

    return {
      findSecretForShare: (organizationId) => Effect.orDie(share(organizationId)),
      findSecretForUpdate: (organizationId) => Effect.orDie(lock(organizationId)),
      insertSecret: (secret) => Effect.asVoid(Effect.orDie(secrets.insertMissing(secret))),
      updateSecret: ({ organizationId, ...change }) => secrets.change({ organizationId }, change),
      // Two statements: one that waited for a merge would still see the members from before (DOMAIN 5.1).
      listReferences: (organizationId, references) =>
        lockMembers(references.memberIds).pipe(
          Effect.andThen(selectReferred({ organizationId, ...references })),
          Effect.orDie,
          Effect.map(referred)
        ),
      update: Effect.fnUntraced(function* ({ now, organizationId, records }) {
        if (records.length === 0) return []
        const written = yield* write({ organizationId, now, records })
        const outcomes = new Map(written.map(({ created, hash }) => [hash, created ? "created" : "updated"] as const))
        return records.map((record) => outcomes.get(record.hashedPmsGuestId) ?? "unchanged")
      }, Effect.orDie),
      listHashes: (query) => Effect.orDie(selectHashes(query)),
      changeHashes: (command) => Effect.orDie(updateHashes(command)),
      insertRun: (run) => Effect.orDie(runs.insertNumbered(run)),
      updateRun: ({ id, organizationId, ...change }) => runs.change({ organizationId, id }, change)
    }
  }
)
