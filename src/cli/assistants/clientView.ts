import { DateTime } from "effect"
import type { AssistantClient } from "../../domain/assistants/AssistantClient.ts"

/** An assistant host as the commands print it. */
export const clientView = ({ allowlisted, clientId, createdAt, name }: AssistantClient) => ({
  clientId,
  name,
  allowed: allowlisted,
  createdAt: DateTime.formatIso(createdAt)
})

/** The same as a sentence. */
export const clientText = ({ allowlisted, clientId, name }: AssistantClient) =>
  `Assistant host ${clientId} (${name}) is ${allowlisted ? "allowed" : "denied"}.`
