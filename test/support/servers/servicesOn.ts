import { ConfigProvider, type Duration, Layer, Redacted } from "effect"
import * as Configuration from "../../../src/layers/Configuration.ts"
import * as DatabaseLayer from "../../../src/layers/DatabaseLayer.ts"
import * as RowStoreLayer from "../../../src/layers/RowStoreLayer.ts"
import * as Services from "../../../src/layers/Services.ts"
import type { Database } from "./Database.ts"

interface Options {
  readonly pool: number
  readonly statementTimeout: Duration.Duration
  readonly environment?: Readonly<Record<string, string>>
}

/** All services of one process over a database, without jobs. */
export const servicesOn = ({ url }: Pick<Database, "url">, { environment = {}, pool, statementTimeout }: Options) =>
  Layer.build(
    Layer.merge(Services.layerSql, RowStoreLayer.layerSql).pipe(
      Layer.provideMerge(DatabaseLayer.layerServer({ url: Redacted.make(url), pool, statementTimeout })),
      Layer.provide(Configuration.layer({ store: "postgres", demo: true })),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url, ...environment }))),
      Layer.orDie
    )
  )
