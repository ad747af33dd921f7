import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as ActionsLayer from "../layers/repositories/ActionsLayer.ts"
import * as ArrivalRebuildsLayer from "../layers/repositories/ArrivalRebuildsLayer.ts"
import * as AuditLogLayer from "../layers/repositories/AuditLogLayer.ts"
import * as EnrolmentsLayer from "../layers/repositories/EnrolmentsLayer.ts"
import * as IntegrationSettingsLayer from "../layers/repositories/IntegrationSettingsLayer.ts"
import * as OrganizationsLayer from "../layers/repositories/OrganizationsLayer.ts"
import * as ProgramsLayer from "../layers/repositories/ProgramsLayer.ts"
import * as AtomicLayer from "../layers/AtomicLayer.ts"
import * as RowStoreLayer from "../layers/RowStoreLayer.ts"
import * as UnknownTimeZonesLayer from "../layers/UnknownTimeZonesLayer.ts"
import { overDatabase } from "./overDatabase.ts"

/** The services of bootstrap imports, without the rest of the server. */
export const bootstrapServices = overDatabase(
  Layer.mergeAll(
    ActionsLayer.layerSql,
    ArrivalRebuildsLayer.layerSql,
    AtomicLayer.layerSql,
    AuditLogLayer.layerSql,
    EnrolmentsLayer.layerSql,
    IntegrationSettingsLayer.layerSql,
    OrganizationsLayer.layerSql,
    ProgramsLayer.layerSql,
    RowStoreLayer.layerSql,
    SecureRandom.layerWebCrypto,
    UnknownTimeZonesLayer.layerSql
  )
)
