import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { BlobRow } from "../domain/blobs/Blob.ts"
import type { Blobs } from "../domain/blobs/Blobs.ts"
import { Timestamp } from "./columns.ts"

const New = Schema.Struct({ ...BlobRow.fields, createdAt: Timestamp })

const Found = Schema.Struct({ contentType: BlobRow.fields.contentType, bytes: BlobRow.fields.bytes })

/** Blobs in this database. */
export const makeBlobsSql: Effect.Effect<Blobs["Service"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const insert = SqlSchema.void({
    Request: New,
    execute: ({ bytes, contentType, createdAt, key }) => sql`
      INSERT INTO blobs (key, content_type, bytes, created_at)
      VALUES (${key}, ${contentType}, ${bytes}::bytea, ${createdAt})
      ON CONFLICT DO NOTHING`
  })

  const select = SqlSchema.findOneOption({
    Request: Schema.String,
    Result: Found,
    execute: (key) => sql`SELECT content_type AS "contentType", bytes FROM blobs WHERE key = ${key}`
  })

  const remove = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ key: Schema.String }),
    execute: (keys) => sql`DELETE FROM blobs WHERE key = ANY(${keys}::text[]) RETURNING key`
  })

  return {
    // One statement each: together they might be longer than a message to the database may be.
    insertMissing: (blobs) => Effect.forEach(blobs, (blob) => insert(blob), { discard: true }).pipe(Effect.orDie),
    find: (key) => Effect.orDie(select(key)),
    remove: (keys) =>
      keys.length === 0 ? Effect.succeed(0) : Effect.map(Effect.orDie(remove(keys)), (removed) => removed.length)
  }
})
