import { table } from "../dataset/Table.ts"
import { AssistantClient } from "./AssistantClient.ts"

/** The assistant hosts of the deployment. */
export const assistantTables = {
  assistantClients: table(AssistantClient, {
    key: ["clientId"],
    tenant: { none: "assistant hosts are registered for the whole deployment; a token states the organization" }
  })
}
