import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { BlobRow, inlineContent } from "../../domain/blobs/Blob.ts"
import type { Blobs } from "../../domain/blobs/Blobs.ts"
import { Timestamp } from "../statements/columns.ts"

const { bytes, contentType, file } = BlobRow.fields

/** The rows of blobs, whose bytes may be in the row or in a file. */
export const makeBlobRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const insertMissing = SqlSchema.void({
    Request: Schema.Struct({ ...BlobRow.fields, createdAt: Timestamp }),
    execute: (row) => sql`
      INSERT INTO blobs (key, content_type, bytes, file, created_at)
      VALUES (${row.key}, ${row.contentType}, ${row.bytes}::bytea, ${row.file}, ${row.createdAt})
      ON CONFLICT DO NOTHING`
  })

  const find = SqlSchema.findOneOption({
    Request: Schema.String,
    Result: Schema.Struct({ contentType, bytes, file }),
    execute: (key) => sql`SELECT content_type AS "contentType", bytes, file FROM blobs WHERE key = ${key}`
  })

  const remove = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ key: Schema.String }),
    execute: (keys) => sql`DELETE FROM blobs WHERE key = ANY(${keys}::text[]) RETURNING key`
  })

  const listFiles = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ file: Schema.String }),
    execute: (names) => sql`SELECT DISTINCT file FROM blobs WHERE file = ANY(${names}::text[])`
  })

  return {
    insertMissing: (row: BlobRow) => Effect.orDie(insertMissing(row)),
    find: (key: string) => Effect.orDie(find(key)),
    /** Returns the number removed. */
    remove: (keys: ReadonlyArray<string>) =>
      keys.length === 0 ? Effect.succeed(0) : Effect.map(Effect.orDie(remove(keys)), (removed) => removed.length),
    /** Those of `names` that a row refers to. */
    listFiles: (names: ReadonlyArray<string>) =>
      Effect.map(Effect.orDie(listFiles(names)), (rows) => new Set(rows.map((row) => row.file)))
  }
})

/** Blobs in this database. */
export const makeBlobsSql: Effect.Effect<Blobs["Service"], never, SqlClient.SqlClient> = Effect.map(
  makeBlobRows,
  ({ find, insertMissing, remove }) => ({
    // One statement each: together they might exceed the largest message that the database accepts.
    insertMissing: (blobs) =>
      Effect.forEach(blobs, (blob) => insertMissing({ ...blob, file: null }), { discard: true }),
    find: (key) => Effect.map(find(key), Option.flatMap(inlineContent)),
    remove,
    removeUnused: () => Effect.succeed(0)
  })
)
