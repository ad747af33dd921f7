import { type DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ApiKey, Integration, type KeyUse } from "../../domain/access/ApiKey.ts"
import { ApiKeyMissing } from "../../domain/access/ApiKeyErrors.ts"
import type { ApiKeys, NewApiKey } from "../../domain/access/ApiKeys.ts"
import type { Credential } from "../../domain/access/Credentials.ts"
import { Organization } from "../../domain/organizations/Organization.ts"
import { NullableTimestamp, Timestamp } from "../statements/columns.ts"
import { rowsSql } from "../statements/rowsSql.ts"

/** The channel on which a trigger announces changed keys to all processes; the payload is the hash of the secret. */
export const apiKeysChannel = "hub_api_keys"

const KeyRow = Schema.Struct({
  ...ApiKey.fields,
  createdAt: Timestamp,
  expiresAt: NullableTimestamp,
  revokedAt: NullableTimestamp,
  lastUsedAt: NullableTimestamp
})

const Use = Schema.Struct({ id: Schema.Int, at: Schema.DateTimeUtcFromString })

const CredentialRow = Schema.Struct({
  ...KeyRow.fields,
  organizationXid: Schema.NullOr(Organization.fields.xid),
  organizationName: Schema.NullOr(Organization.fields.name),
  organizationSlug: Schema.NullOr(Organization.fields.slug),
  organizationStatus: Schema.NullOr(Organization.fields.status),
  messagingActivatedAt: NullableTimestamp,
  integrationXid: Schema.NullOr(Integration.fields.xid),
  integrationName: Schema.NullOr(Integration.fields.name),
  integrationOrigin: Schema.NullOr(Integration.fields.origin)
})

const credentialOf = (row: typeof CredentialRow.Type): Credential => {
  const {
    organizationXid,
    organizationName,
    organizationSlug,
    organizationStatus,
    messagingActivatedAt,
    integrationXid,
    integrationName,
    integrationOrigin,
    ...key
  } = row
  const organization =
    key.organizationId === null ||
    organizationXid === null ||
    organizationName === null ||
    organizationSlug === null ||
    organizationStatus === null
      ? null
      : {
          id: key.organizationId,
          xid: organizationXid,
          name: organizationName,
          slug: organizationSlug,
          status: organizationStatus,
          messagingActivatedAt
        }
  const integration =
    organization === null ||
    key.integrationId === null ||
    integrationXid === null ||
    integrationName === null ||
    integrationOrigin === null
      ? null
      : {
          id: key.integrationId,
          organizationId: organization.id,
          xid: integrationXid,
          name: integrationName,
          origin: integrationOrigin
        }
  return { key, organization, integration }
}

/** Keys in this database. A trigger announces every change to all processes when its transaction commits. */
export const makeApiKeysSql: Effect.Effect<ApiKeys["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(`
    k.id, k.xid, k.surface, k.organization_id AS "organizationId", k.integration_id AS "integrationId", k.origin, k.name,
    k.prefix, k.last_four AS "lastFour", k.secret_hash AS "secretHash", k.auth_level AS "authLevel",
    k.global_scope AS "globalScope", k.all_venues AS "allVenues", k.venue_ids AS "venueIds", k.environment,
    k.permissions, k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
    k.last_used_at AS "lastUsedAt", k.replaced_by AS "replacedBy"`)

  const credentialColumns = sql.literal(`
    o.xid AS "organizationXid", o.name AS "organizationName", o.slug AS "organizationSlug",
    o.status AS "organizationStatus", o.messaging_activated_at AS "messagingActivatedAt",
    i.xid AS "integrationXid", i.name AS "integrationName", i.origin AS "integrationOrigin"`)

  const source = sql.literal(`
    api_keys k
    LEFT JOIN organizations o ON o.id = k.organization_id
    LEFT JOIN integrations i ON i.id = k.integration_id`)

  const selectByHash = SqlSchema.findOneOption({
    Request: Schema.String,
    Result: CredentialRow,
    execute: (hash) => sql`SELECT ${columns}, ${credentialColumns} FROM ${source} WHERE k.secret_hash = ${hash}`
  })

  const selectAll = SqlSchema.findAll({
    Request: Schema.NullOr(Schema.String),
    Result: CredentialRow,
    execute: (organization) => sql`
      SELECT ${columns}, ${credentialColumns} FROM ${source}
      WHERE ${organization}::text IS NULL OR o.xid = ${organization}
      ORDER BY k.created_at, k.id`
  })

  const apiKeys = rowsSql(sql, "apiKeys")

  const Ending = Schema.Struct({ xid: Schema.String, at: Timestamp })

  const updateRevokedAt = SqlSchema.findOneOption({
    Request: Ending,
    Result: KeyRow,
    execute: ({ xid, at }) => sql`
      UPDATE api_keys k SET revoked_at = least(k.revoked_at, ${at}::timestamptz) WHERE k.xid = ${xid} RETURNING ${columns}`
  })

  const updateExpiresAt = SqlSchema.findOneOption({
    Request: Ending,
    Result: KeyRow,
    execute: ({ xid, at }) => sql`
      UPDATE api_keys k SET expires_at = least(k.expires_at, ${at}::timestamptz) WHERE k.xid = ${xid} RETURNING ${columns}`
  })

  const updateReplacedBy = SqlSchema.findOneOption({
    Request: Schema.Struct({ xid: Schema.String, by: Schema.String }),
    Result: Schema.Struct({ replacedBy: Schema.String }),
    execute: ({ by, xid }) => sql`
      UPDATE api_keys k SET replaced_by = coalesce(k.replaced_by, ${by}) WHERE k.xid = ${xid}
      RETURNING k.replaced_by AS "replacedBy"`
  })

  // Locked in the order of their ids, so that processes that store uses at the same time do not deadlock.
  const updateUses = SqlSchema.void({
    Request: Schema.Struct({ uses: Schema.fromJsonString(Schema.Array(Use)) }),
    execute: ({ uses }) => sql`
      WITH locked AS MATERIALIZED (
        SELECT k.id, u.at FROM api_keys k JOIN jsonb_to_recordset(${uses}::text::jsonb) AS u (id integer, at timestamptz)
          ON u.id = k.id
        ORDER BY k.id FOR NO KEY UPDATE OF k
      )
      UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, l.at) FROM locked l WHERE k.id = l.id`
  })

  const orKeyMissing =
    (xid: string) =>
    <Row>(row: Option.Option<Row>) =>
      Option.isNone(row) ? Effect.fail(new ApiKeyMissing({ id: xid })) : Effect.succeed(row.value)

  const change = (update: typeof updateRevokedAt) => (xid: string, at: DateTime.Utc) =>
    Effect.flatMap(Effect.orDie(update({ xid, at })), orKeyMissing(xid))

  const get = (xid: string) => Effect.flatMap(apiKeys.find({ xid }), orKeyMissing(xid))

  return {
    findByHash: (hash: string) => Effect.map(Effect.orDie(selectByHash(hash)), Option.map(credentialOf)),
    get,
    getForUpdate: (xid: string) => Effect.andThen(apiKeys.lock({ xid }, ["id"]), get(xid)),
    list: (organization: string | undefined) =>
      Effect.map(Effect.orDie(selectAll(organization ?? null)), (rows) => rows.map(credentialOf)),
    insert: (key: NewApiKey) => Effect.orDie(apiKeys.insertNumbered(key)),
    updateRevokedAt: change(updateRevokedAt),
    updateExpiresAt: change(updateExpiresAt),
    updateReplacedBy: (xid: string, by: string) =>
      Effect.orDie(updateReplacedBy({ xid, by })).pipe(
        Effect.flatMap(orKeyMissing(xid)),
        Effect.map(({ replacedBy }) => replacedBy)
      ),
    updateLastUsed: (uses: ReadonlyArray<KeyUse>) => Effect.orDie(updateUses({ uses }))
  }
})
