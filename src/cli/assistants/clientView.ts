import { DateTime } from "effect"
import type { AssistantClient } from "../../domain/assistants/AssistantClient.ts"

/** The JSON output for an assistant host. */
export const clientView = ({ allowlisted, clientId, createdAt, name }: AssistantClient) => ({
  clientId,
  name,
  allowed: allowlisted,
  createdAt: DateTime.formatIso(createdAt)
})

/** The text output for an assistant host. */
export const clientText = ({ allowlisted, clientId, name }: AssistantClient) =>
  `Assistant host ${clientId} (${name}) is ${allowlisted ? "allowed" : "denied"}.`
