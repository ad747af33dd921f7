import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Names = Schema.Array(Schema.String)

const CatalogTable = Schema.Struct({
  name: Schema.String,
  /** Written columns, without generated ones. */
  columns: Names,
  key: Names,
  uniques: Schema.Record(
    Schema.String,
    Schema.Struct({
      columns: Names,
      /** The condition of a partial index, as the database prints it. */
      where: Schema.NullOr(Schema.String)
    })
  ),
  references: Schema.Record(
    Schema.String,
    Schema.Struct({
      columns: Names,
      to: Schema.String,
      on: Names,
      isDeferred: Schema.Boolean,
      isCascade: Schema.Boolean
    })
  )
})

/** A table in the database's catalog. */
export type CatalogTable = typeof CatalogTable.Type

/** The tables of the schema `public`, by name. */
export const tableCatalog: Effect.Effect<ReadonlyArray<CatalogTable>, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const selectTables = SqlSchema.findAll({
      Request: Schema.Void,
      Result: CatalogTable,
      execute: () => sql`
        SELECT
          c.relname::text AS name,
          (
            SELECT coalesce(json_agg(a.attname ORDER BY a.attnum), '[]')
            FROM pg_attribute a
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
              AND col_description(c.oid, a.attnum) IS DISTINCT FROM 'derived'
          ) AS columns,
          (
            SELECT json_agg(a.attname ORDER BY k.place)
            FROM pg_index i
            CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k (number, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
            WHERE i.indrelid = c.oid AND i.indisprimary
          ) AS key,
          (
            SELECT coalesce(json_object_agg(x.relname, json_build_object(
              'columns', (
                SELECT json_agg(a.attname ORDER BY k.place)
                FROM unnest(i.indkey::int2[]) WITH ORDINALITY k (number, place)
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
              ),
              'where', pg_get_expr(i.indpred, i.indrelid)
            )), '{}')
            FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
            WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary
          ) AS uniques,
          (
            SELECT coalesce(json_object_agg(r.conname, json_build_object(
              'columns', (
                SELECT json_agg(a.attname ORDER BY k.place)
                FROM unnest(r.conkey) WITH ORDINALITY k (number, place)
                JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = k.number
              ),
              'to', r.confrelid::regclass::text,
              'on', (
                SELECT json_agg(a.attname ORDER BY k.place)
                FROM unnest(r.confkey) WITH ORDINALITY k (number, place)
                JOIN pg_attribute a ON a.attrelid = r.confrelid AND a.attnum = k.number
              ),
              'isDeferred', r.condeferred,
              'isCascade', r.confdeltype = 'c'
            )), '{}')
            FROM pg_constraint r WHERE r.conrelid = c.oid AND r.contype = 'f'
          ) AS references
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
        ORDER BY c.relname COLLATE "C"`
    })
    return yield* Effect.orDie(selectTables(undefined))
  }
)
