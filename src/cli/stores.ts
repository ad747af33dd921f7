import { DateTime, Duration, Effect, Layer } from "effect"
import { demoDataset } from "../demo/demoDataset.ts"
import type { Migrator, SqlError } from "effect/sql"
import { Configuration } from "../layers/Configuration.ts"
import * as DatabaseLayer from "../layers/DatabaseLayer.ts"
import * as Memory from "../layers/Memory.ts"
import * as Services from "../layers/Services.ts"
import { insertDataset, isEmpty } from "../sql/DatasetSql.ts"
import { migrate } from "../sql/migrations.ts"

/** The database that the configuration names, as it is: nothing is migrated. */
export const database = Layer.unwrap(
  Effect.map(Configuration, (configuration) =>
    configuration.store === "postgres" && configuration.databaseUrl !== undefined
      ? DatabaseLayer.layerServer({
          url: configuration.databaseUrl,
          pool: configuration.databasePool,
          statementTimeout: Duration.millis(configuration.databaseTimeoutMs)
        })
      : DatabaseLayer.layerEmbedded({ dataDir: `${configuration.dataDirectory}/postgres` })
  )
)

/** Loads the demo data unless something is there already. */
export const loadDemo = Effect.gen(function* () {
  if (yield* isEmpty()) yield* insertDataset(demoDataset(yield* DateTime.now))
})

type ServicesLayer = Layer.Layer<
  Layer.Success<typeof Services.layerSql>,
  Migrator.MigrationError | SqlError.SqlError,
  Configuration
>

const loadDemoInMemory = Effect.flatMap(DateTime.now, (now) => Memory.Memory.use((all) => all.load(demoDataset(now))))

const overMemory = (demo: boolean): ServicesLayer =>
  Services.layerMemory.pipe(
    Layer.provideMerge(Layer.effectDiscard(demo ? loadDemoInMemory : Effect.void)),
    Layer.provideMerge(Memory.layer)
  )

const overDatabase = (demo: boolean): ServicesLayer =>
  Services.layerSql.pipe(
    Layer.provideMerge(Layer.effectDiscard(Effect.andThen(migrate, demo ? loadDemo : Effect.void))),
    Layer.provideMerge(database)
  )

/** Every service of the process, over the configured store, brought to the newest schema; with the demo data when asked for. */
export const services = (options: { readonly demo: boolean }): ServicesLayer =>
  Layer.unwrap(
    Effect.map(Configuration, ({ store }) =>
      store === "memory" ? overMemory(options.demo) : overDatabase(options.demo)
    )
  )
