import { Layer, Tuple } from "effect"
import * as ActionsLayer from "../../src/layers/repositories/ActionsLayer.ts"
import * as ArrivalRebuildsLayer from "../../src/layers/repositories/ArrivalRebuildsLayer.ts"
import * as AuditLogLayer from "../../src/layers/repositories/AuditLogLayer.ts"
import * as EnrolmentsLayer from "../../src/layers/repositories/EnrolmentsLayer.ts"
import * as IntegrationSettingsLayer from "../../src/layers/repositories/IntegrationSettingsLayer.ts"
import * as OrganizationsLayer from "../../src/layers/repositories/OrganizationsLayer.ts"
import * as ProgramsLayer from "../../src/layers/repositories/ProgramsLayer.ts"
import * as RowStoreLayer from "../../src/layers/RowStoreLayer.ts"
import { memoryOf, sqlOf } from "../../src/layers/Twin.ts"

const repositories = [
  ActionsLayer,
  ArrivalRebuildsLayer,
  AuditLogLayer,
  EnrolmentsLayer,
  IntegrationSettingsLayer,
  OrganizationsLayer,
  ProgramsLayer,
  RowStoreLayer
] as const

/** The services of bootstrap imports, over both stores. */
export const bootstrapTwin = {
  layerMemory: Layer.mergeAll(...Tuple.map(repositories, memoryOf)),
  layerSql: Layer.mergeAll(...Tuple.map(repositories, sqlOf))
}
