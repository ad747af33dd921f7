import type { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { BlobDirectory } from "../layers/blobs/BlobDirectory.ts"
import { Configuration } from "../layers/Configuration.ts"
import * as DatabaseLayer from "../layers/DatabaseLayer.ts"
import { embeddedPaths } from "../layers/database/embeddedPaths.ts"
import type { PooledConnection } from "../layers/database/PooledConnection.ts"
import type { Transactions } from "../layers/database/Transactions.ts"
import * as EmbeddedLock from "../layers/EmbeddedLockLayer.ts"

type Database = Layer.Layer<
  PgClient.PgClient | SqlClient.SqlClient | Transactions,
  SqlError.SqlError | PooledConnection | EmbeddedLock.DataDirectoryUnusable | EmbeddedLock.EmbeddedInUse
>

/** The configured database, without migrating it. An embedded database is locked for this process. */
export const database = Layer.unwrap(
  Effect.map(Configuration, (configuration): Database => {
    if (configuration.store === "postgres" && configuration.databaseUrl !== undefined) {
      return DatabaseLayer.layerServer({
        url: configuration.databaseUrl,
        pool: configuration.databasePool,
        statementTimeout: Duration.millis(configuration.databaseTimeoutMs)
      })
    }
    const paths = embeddedPaths(configuration.dataDirectory)
    return DatabaseLayer.layerEmbedded({ dataDir: paths.database }).pipe(
      Layer.provide(EmbeddedLock.layer(configuration.dataDirectory)),
      Layer.merge(Layer.succeed(BlobDirectory, paths.blobs))
    )
  })
)
