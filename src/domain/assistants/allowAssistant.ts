import { DateTime, Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import { atomically } from "../shared/atomically.ts"
import type { AssistantClient } from "./AssistantClient.ts"
import { AssistantClients } from "./AssistantClients.ts"

/** The settings of a host as recorded in the audit log. */
export const auditedClient = ({ allowlisted, name }: AssistantClient) => ({ name, allowlisted })

/** Registers an assistant host, unless it is registered already, and puts it on the allowlist (INT-025). */
export const allowAssistant = Effect.fn("allowAssistant")(function* (host: {
  readonly clientId: string
  /** Defaults to the existing name, else the client id. */
  readonly name: string | undefined
}) {
  const clients = yield* AssistantClients
  const created: AssistantClient = {
    clientId: host.clientId,
    name: host.name ?? host.clientId,
    allowlisted: true,
    createdAt: yield* DateTime.now
  }
  const isNew = yield* clients.insert(created)
  const existing = isNew ? undefined : Option.getOrUndefined(yield* clients.findForUpdate(host.clientId))
  const client = existing === undefined ? created : { ...existing, name: host.name ?? existing.name, allowlisted: true }
  if (existing !== undefined) yield* clients.update(host.clientId, client)
  yield* audit({
    organizationId: null,
    action: "assistant_client.allow",
    subject: `assistant_client:${host.clientId}`,
    before: existing === undefined ? null : auditedClient(existing),
    after: auditedClient(client)
  })
  return client
}, atomically)
