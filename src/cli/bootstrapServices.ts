import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AtomicLayer from "../layers/AtomicLayer.ts"
import * as RowStoreLayer from "../layers/RowStoreLayer.ts"
import { overDatabase } from "./overDatabase.ts"

/** The services of imports over the configured database, without the rest of the server. */
export const bootstrapServices = overDatabase(
  Layer.mergeAll(AtomicLayer.layerSql, RowStoreLayer.layerSql, SecureRandom.layerWebCrypto)
)
