import * as NodeServices from "@effect/platform-node/NodeServices"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AtomicLayer from "../../layers/AtomicLayer.ts"
import * as AuditLogLayer from "../../layers/repositories/AuditLogLayer.ts"
import * as ChatInstallationsLayer from "../../layers/repositories/ChatInstallationsLayer.ts"
import * as OrganizationsLayer from "../../layers/repositories/OrganizationsLayer.ts"
import * as SmsInstallationsLayer from "../../layers/repositories/SmsInstallationsLayer.ts"
import * as WorkspacesLayer from "../../layers/repositories/WorkspacesLayer.ts"
import { overDatabase } from "../overDatabase.ts"
import { vault } from "../vault.ts"

/** The services of the installation commands. */
export const installationServices = overDatabase(
  Layer.mergeAll(
    AtomicLayer.layerSql,
    AuditLogLayer.layerSql,
    ChatInstallationsLayer.layerSql,
    OrganizationsLayer.layerSql,
    SmsInstallationsLayer.layerSql,
    WorkspacesLayer.layerSql,
    SecureRandom.layerWebCrypto,
    vault,
    NodeServices.layer
  )
)
