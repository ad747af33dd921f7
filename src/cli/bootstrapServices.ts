import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AtomicLayer from "../layers/AtomicLayer.ts"
import * as Configuration from "../layers/Configuration.ts"
import * as RowStoreLayer from "../layers/RowStoreLayer.ts"
import { database } from "./database.ts"

/** The services of imports over the configured database, without the rest of the server. */
export const bootstrapServices = Layer.mergeAll(
  AtomicLayer.layerSql,
  RowStoreLayer.layerSql,
  SecureRandom.layerWebCrypto
).pipe(Layer.provide(database), Layer.provide(Configuration.layer()))
