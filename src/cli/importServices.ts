import { Layer } from "effect"
import * as RowStoreLayer from "../layers/RowStoreLayer.ts"
import * as Services from "../layers/Services.ts"
import { overDatabase } from "./overDatabase.ts"

/** The services of imports that run operations of the service, over the configured database. */
export const importServices = overDatabase(Layer.merge(Services.layerSql, RowStoreLayer.layerSql))
