import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import type { NewPoolCodes, PoolCodes } from "../../domain/codePools/PoolCodes.ts"
import { OfferCode, OfferCodePool, OfferCodeStatus } from "../../domain/offers/OfferCode.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { dateOf, NullableTimestamp } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { withinReach } from "../fragments/withinReach.ts"

const PoolKey = Schema.Struct({ id: OfferCodePool.fields.id, organizationId: OfferCodePool.fields.organizationId })

const Query = Schema.Struct({
  reach: Reach,
  pool: PoolKey,
  statuses: Schema.Array(OfferCodeStatus),
  limit: Schema.Int,
  offset: Schema.Int
})

const Row = Schema.Struct({
  xid: OfferCode.fields.xid,
  valueEnc: OfferCode.fields.valueEnc,
  status: OfferCodeStatus,
  fulfillmentId: OfferCode.fields.fulfillmentId,
  assignedAt: NullableTimestamp
})

const Added = Schema.Struct({ valueHash: OfferCode.fields.valueHash })

/** The class of the advisory locks of pools. */
const poolLocks = 24

const decodeAdded = Schema.decodeUnknownEffect(Schema.Array(Added))

/** The codes of pools in this database. */
export const makePoolCodesSql: Effect.Effect<PoolCodes["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: Row,
      whole: ({ pool, statuses }) => sql`
        SELECT coalesce(sum(n.codes), 0)::integer AS total FROM offer_code_counts n
        WHERE n.pool_id = ${pool.id} AND n.status = ANY(${statuses}::text[])`,
      // Each status is read in index order, up to the end of the page.
      page: ({ limit, offset, pool, reach, statuses }) => sql`
        WITH page AS (
          SELECT code.id, wanted.place
          FROM unnest(${statuses}::text[]) WITH ORDINALITY AS wanted (status, place)
          CROSS JOIN LATERAL (
            SELECT c.id FROM offer_codes c WHERE c.pool_id = ${pool.id} AND c.status = wanted.status
            ORDER BY c.id LIMIT ${limit + offset}
          ) code
          ORDER BY wanted.place, code.id LIMIT ${limit} OFFSET ${offset}
        )
        SELECT c.xid, c.value_enc AS "valueEnc", c.status, f.id AS "fulfillmentId", c.assigned_at AS "assignedAt"
        FROM page JOIN offer_codes c ON c.organization_id = ${pool.organizationId} AND c.id = page.id
        LEFT JOIN fulfillments f ON f.organization_id = c.organization_id AND f.id = c.fulfillment_id
          AND (f.property_id IS NULL OR ${withinReach(sql, reach, "f.organization_id", "f.property_id")})
        ORDER BY page.place, c.id`
    })

    // Numbered in input order but written in the order of their hashes, so that concurrent uploads of the same codes
    // wait for each other without a deadlock.
    const insert = ({ codes, now, pool }: NewPoolCodes) => {
      const former = codes.flatMap(({ formerHashes, valueHash }) => formerHashes.map((hash) => [valueHash, hash]))
      return sql`
      WITH numbered AS MATERIALIZED (
        SELECT nextval(pg_get_serial_sequence('offer_codes', 'id'))::integer AS id, code.*
        FROM unnest(
          ${codes.map(({ xid }) => xid)}::text[], ${codes.map(({ valueEnc }) => valueEnc)}::text[],
          ${codes.map(({ valueHash }) => valueHash)}::text[]
        ) AS code (xid, value_enc, value_hash)
      )
      INSERT INTO offer_codes (id, xid, organization_id, pool_id, value_enc, value_hash, status, created_at)
      SELECT n.id, n.xid, ${pool.organizationId}, ${pool.id}, n.value_enc, n.value_hash, 'available', ${dateOf(now)}
      FROM numbered n
      WHERE NOT EXISTS (
        SELECT FROM unnest(
          ${former.map(([hash]) => hash)}::text[], ${former.map(([, hash]) => hash)}::text[]
        ) AS former (value_hash, former_hash)
        JOIN offer_codes c ON c.pool_id = ${pool.id} AND c.value_hash = former.former_hash
        WHERE former.value_hash = n.value_hash
      )
      ORDER BY n.value_hash COLLATE "C"
      ON CONFLICT ON CONSTRAINT offer_codes_value_key DO NOTHING
      RETURNING value_hash AS "valueHash"`
    }

    /**
     * While secrets are rotated, equal codes have several hashes, and the constraint does not make uploads of processes
     * under different secrets wait for each other.
     */
    const lockUploads = ({ codes, pool }: NewPoolCodes) =>
      codes.some(({ formerHashes }) => formerHashes.length > 0)
        ? sql`SELECT pg_advisory_xact_lock(${poolLocks}::integer, ${pool.id}::integer)`
        : Effect.void

    const updateVoid = SqlSchema.findOneOption({
      Request: Schema.Struct({ pool: PoolKey, codeId: Schema.String }),
      Result: Schema.Struct({ status: OfferCodeStatus }),
      execute: ({ codeId, pool }) => sql`
        WITH code AS (
          SELECT c.id, c.status FROM offer_codes c
          WHERE c.organization_id = ${pool.organizationId} AND c.pool_id = ${pool.id} AND c.xid = ${codeId}
          FOR NO KEY UPDATE
        ), changed AS (
          UPDATE offer_codes c SET status = 'void' FROM code WHERE c.id = code.id AND code.status = 'available'
        )
        SELECT code.status FROM code`
    })

    return {
      list: selectList,
      insertMissing: Effect.fnUntraced(function* (added: NewPoolCodes) {
        yield* lockUploads(added)
        const rows = yield* decodeAdded(yield* insert(added))
        return new Set(rows.map(({ valueHash }) => valueHash))
      }, Effect.orDie),
      updateVoid: Effect.fnUntraced(function* (code) {
        const { status } = yield* orMissing(yield* Effect.orDie(updateVoid(code)))
        return status
      })
    }
  }
)
