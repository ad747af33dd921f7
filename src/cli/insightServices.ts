import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AtomicLayer from "../layers/AtomicLayer.ts"
import * as Configuration from "../layers/Configuration.ts"
import * as DigestsLayer from "../layers/DigestsLayer.ts"
import * as InsightFeedLayer from "../layers/repositories/InsightFeedLayer.ts"
import * as OrganizationsLayer from "../layers/repositories/OrganizationsLayer.ts"
import * as VaultLayer from "../layers/VaultLayer.ts"
import { overDatabase } from "./overDatabase.ts"

const secrets = Layer.unwrap(
  Effect.map(Configuration.Configuration, ({ formerSecrets, secret }) =>
    Layer.merge(DigestsLayer.layer(secret, formerSecrets), VaultLayer.layer(secret, formerSecrets))
  )
)

/** The services of imports and rotations of guest intelligence over the configured database. */
export const insightServices = overDatabase(
  Layer.mergeAll(
    AtomicLayer.layerSql,
    InsightFeedLayer.layerSql,
    OrganizationsLayer.layerSql,
    SecureRandom.layerWebCrypto,
    secrets
  )
)
