import { Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import { atomically } from "../shared/atomically.ts"
import { auditedClient } from "./allowAssistant.ts"
import { AssistantClientMissing } from "./AssistantClientErrors.ts"
import { AssistantClients } from "./AssistantClients.ts"

/** Takes an assistant host off the allowlist: its next request is refused, whatever its token (INT-025). */
export const denyAssistant = Effect.fn("denyAssistant")(function* (clientId: string) {
  const clients = yield* AssistantClients
  const existing = Option.getOrUndefined(yield* clients.findForUpdate(clientId))
  if (existing === undefined) return yield* new AssistantClientMissing({ clientId })
  const client = { ...existing, allowlisted: false }
  yield* clients.update(clientId, client)
  yield* audit({
    organizationId: null,
    action: "assistant_client.deny",
    subject: `assistant_client:${clientId}`,
    before: auditedClient(existing),
    after: auditedClient(client)
  })
  return client
}, atomically)
