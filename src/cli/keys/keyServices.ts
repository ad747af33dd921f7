import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AtomicLayer from "../../layers/AtomicLayer.ts"
import * as Configuration from "../../layers/Configuration.ts"
import * as ApiKeysLayer from "../../layers/repositories/ApiKeysLayer.ts"
import * as AuditLogLayer from "../../layers/repositories/AuditLogLayer.ts"
import * as IntegrationsLayer from "../../layers/repositories/IntegrationsLayer.ts"
import * as OrganizationsLayer from "../../layers/repositories/OrganizationsLayer.ts"
import * as VenuesLayer from "../../layers/repositories/VenuesLayer.ts"
import { digests } from "../digests.ts"
import { migratedDatabase } from "../overDatabase.ts"

/** The services of the key commands, without the rest of the server. */
export const keyServices = Layer.mergeAll(
  AtomicLayer.layerSql,
  ApiKeysLayer.layerSql,
  AuditLogLayer.layerSql,
  IntegrationsLayer.layerSql,
  OrganizationsLayer.layerSql,
  VenuesLayer.layerSql,
  SecureRandom.layerWebCrypto,
  digests
).pipe(Layer.provide(migratedDatabase), Layer.provideMerge(Configuration.layer()))
