import { Layer } from "effect"
import * as RowStoreLayer from "../layers/RowStoreLayer.ts"
import * as Services from "../layers/Services.ts"
import { overDatabase } from "./overDatabase.ts"

/** The services of imports that run the service's own operations. */
export const importServices = overDatabase(Layer.merge(Services.layerSql, RowStoreLayer.layerSql))
