import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as ActionsLayer from "../layers/repositories/ActionsLayer.ts"
import * as AuditLogLayer from "../layers/repositories/AuditLogLayer.ts"
import * as OrganizationsLayer from "../layers/repositories/OrganizationsLayer.ts"
import * as AtomicLayer from "../layers/AtomicLayer.ts"
import * as RowStoreLayer from "../layers/RowStoreLayer.ts"
import { overDatabase } from "./overDatabase.ts"

/** The services of bootstrap imports, without the rest of the server. */
export const bootstrapServices = overDatabase(
  Layer.mergeAll(
    ActionsLayer.layerSql,
    AtomicLayer.layerSql,
    AuditLogLayer.layerSql,
    OrganizationsLayer.layerSql,
    RowStoreLayer.layerSql,
    SecureRandom.layerWebCrypto
  )
)
