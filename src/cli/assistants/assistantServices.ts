import { Layer } from "effect"
import * as AtomicLayer from "../../layers/AtomicLayer.ts"
import * as AssistantClientsLayer from "../../layers/repositories/AssistantClientsLayer.ts"
import * as AuditLogLayer from "../../layers/repositories/AuditLogLayer.ts"
import { overDatabase } from "../overDatabase.ts"

/** The services of the assistant commands, without the rest of the server. */
export const assistantServices = overDatabase(
  Layer.mergeAll(AtomicLayer.layerSql, AssistantClientsLayer.layerSql, AuditLogLayer.layerSql)
)
