import { DateTime, Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import { atomically } from "../shared/atomically.ts"
import type { AssistantClient } from "./AssistantClient.ts"
import { AssistantClients } from "./AssistantClients.ts"

/** What the audit log says of a host. */
export const auditedClient = ({ allowlisted, name }: AssistantClient) => ({ name, allowlisted })

/** Registers an assistant host and puts it on the allowlist; a registered one is put there again (INT-025). */
export const allowAssistant = Effect.fn("allowAssistant")(function* (host: {
  readonly clientId: string
  /** Absent: the name it has, or its client id. */
  readonly name: string | undefined
}) {
  const clients = yield* AssistantClients
  const found = Option.getOrUndefined(yield* clients.find(host.clientId))
  const client: AssistantClient = {
    clientId: host.clientId,
    name: host.name ?? found?.name ?? host.clientId,
    allowlisted: true,
    createdAt: found?.createdAt ?? (yield* DateTime.now)
  }
  const inserted = found === undefined && (yield* clients.insert(client))
  if (!inserted) yield* clients.update(host.clientId, { name: client.name, allowlisted: true })
  yield* audit({
    organizationId: null,
    action: "assistant_client.allow",
    subject: `assistant_client:${host.clientId}`,
    before: found === undefined ? null : auditedClient(found),
    after: auditedClient(client)
  })
  return client
}, atomically)
