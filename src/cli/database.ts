import { Duration, Effect, Layer } from "effect"
import { Configuration } from "../layers/Configuration.ts"
import * as DatabaseLayer from "../layers/DatabaseLayer.ts"
import * as EmbeddedLock from "../layers/EmbeddedLockLayer.ts"

/** The configured database, not migrated. The embedded one is locked for this process. */
export const database = Layer.unwrap(
  Effect.map(Configuration, (configuration) =>
    configuration.store === "postgres" && configuration.databaseUrl !== undefined
      ? DatabaseLayer.layerServer({
          url: configuration.databaseUrl,
          pool: configuration.databasePool,
          statementTimeout: Duration.millis(configuration.databaseTimeoutMs)
        })
      : DatabaseLayer.layerEmbedded({ dataDir: `${configuration.dataDirectory}/postgres` }).pipe(
          Layer.provide(EmbeddedLock.layer(configuration.dataDirectory))
        )
  )
)
