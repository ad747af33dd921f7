import { Effect } from "effect"
import { audit } from "../audit/audit.ts"
import type { ApiKey } from "./ApiKey.ts"
import { Integrations } from "./Integrations.ts"

/** The external id of the integration that a key acts for; null for a partner key. */
export const integrationOfKey = ({ integrationId, organizationId }: ApiKey) =>
  integrationId === null || organizationId === null
    ? Effect.succeed(null)
    : Effect.map(
        Integrations.use(({ list }) => list(organizationId)),
        (integrations) => integrations.find(({ id }) => id === integrationId)?.xid ?? null
      )

/**
 * Records what became of a key, with its rights and the integration that it acts for, by external id: never its secret.
 */
export const auditKey = (
  { allVenues, authLevel, organizationId, permissions, surface, xid }: ApiKey,
  action: "created" | "rotated" | "revoked",
  integration: string | null,
  details: { readonly replaces?: string } = {}
) => {
  const rights = { surface, integration, authLevel, allVenues, permissions }
  return audit({
    organizationId,
    action: `api_key.${action}`,
    subject: `api_key:${xid}`,
    before: action === "revoked" ? rights : null,
    after: action === "revoked" ? null : { ...rights, ...details }
  })
}
