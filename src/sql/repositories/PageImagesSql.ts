import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { PageImage } from "../../domain/images/PageImage.ts"
import type { PageImages } from "../../domain/images/PageImages.ts"
import { Timestamp } from "../statements/columns.ts"

/** Images removed per statement; their bytes are removed in the same transaction. */
const removalLimit = 100

/** Images of pages in this database. */
export const makePageImagesSql: Effect.Effect<PageImages["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const insert = SqlSchema.void({
      Request: Schema.Struct({ ...PageImage.fields, createdAt: Timestamp }),
      execute: ({ createdAt, height, id, organizationId, storedBytes, width, widths }) => sql`
        INSERT INTO page_images (id, organization_id, width, height, widths, stored_bytes, created_at)
        VALUES (${id}, ${organizationId}, ${width}, ${height}, ${widths}::integer[], ${storedBytes}, ${createdAt})`
    })

    // An image that is old and unused cannot come into use again: a version gets its image from a new upload, or from
    // another version, and versions are kept forever.
    const removeUnused = SqlSchema.findAll({
      Request: Timestamp,
      Result: Schema.Struct({ id: Schema.String, widths: Schema.Array(Schema.Int) }),
      execute: (instant) => sql`
        DELETE FROM page_images i WHERE i.id IN (
          SELECT o.id FROM page_images o
          WHERE o.created_at < ${instant} AND NOT EXISTS (
            SELECT 1 FROM page_versions v
            WHERE v.organization_id = o.organization_id
              AND v.featured_image IS NOT NULL AND v.featured_image ->> 'imageId' = o.id
          )
          ORDER BY o.created_at LIMIT ${removalLimit}
        ) RETURNING i.id, i.widths`
    })

    return {
      insert: (image) => Effect.orDie(insert(image)),
      removeUnused: (instant) => Effect.orDie(removeUnused(instant))
    }
  }
)
