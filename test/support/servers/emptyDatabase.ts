import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import * as DatabaseLayer from "../../../src/layers/DatabaseLayer.ts"

/** Removes the schema that the image of the embedded database comes with. */
const withoutSchema = Layer.effectDiscard(
  SqlClient.SqlClient.use((sql) =>
    Effect.andThen(sql.unsafe("DROP SCHEMA public CASCADE"), sql.unsafe("CREATE SCHEMA public"))
  )
)

/** An embedded database in memory that is not migrated. */
export const layerEmpty = Layer.provideMerge(withoutSchema, DatabaseLayer.layerEmbedded({}))

/** Creates an embedded database that is not migrated, for a process with `directory` as `HUB_DATA_DIR`. */
export const createEmpty = (directory: string) =>
  Effect.scoped(
    Layer.build(Layer.provide(withoutSchema, DatabaseLayer.layerEmbedded({ dataDir: join(directory, "postgres") })))
  )
