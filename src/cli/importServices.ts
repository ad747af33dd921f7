import { Layer } from "effect"
import * as Configuration from "../layers/Configuration.ts"
import * as RowStoreLayer from "../layers/RowStoreLayer.ts"
import * as Services from "../layers/Services.ts"
import { database } from "./database.ts"

/** The services of imports that run operations of the service, over the configured database. */
export const importServices = Layer.merge(Services.layerSql, RowStoreLayer.layerSql).pipe(
  Layer.provide(database),
  Layer.provide(Configuration.layer())
)
