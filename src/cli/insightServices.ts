import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AtomicLayer from "../layers/AtomicLayer.ts"
import * as AuditLogLayer from "../layers/repositories/AuditLogLayer.ts"
import * as InsightFeedLayer from "../layers/repositories/InsightFeedLayer.ts"
import * as OrganizationsLayer from "../layers/repositories/OrganizationsLayer.ts"
import { digests } from "./digests.ts"
import { overDatabase } from "./overDatabase.ts"
import { vault } from "./vault.ts"

/** The services of the guest intelligence commands. */
export const insightServices = overDatabase(
  Layer.mergeAll(
    AtomicLayer.layerSql,
    AuditLogLayer.layerSql,
    InsightFeedLayer.layerSql,
    OrganizationsLayer.layerSql,
    SecureRandom.layerWebCrypto,
    digests,
    vault
  )
)
