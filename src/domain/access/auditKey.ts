import { audit } from "../audit/audit.ts"
import type { ApiKey } from "./ApiKey.ts"

/** Records what became of a key, with its rights: never its secret. */
export const auditKey = (
  { allVenues, authLevel, organizationId, permissions, surface, xid }: ApiKey,
  action: "created" | "rotated" | "revoked",
  details: { readonly replaces?: string } = {}
) =>
  audit({
    organizationId,
    action: `api_key.${action}`,
    subject: `api_key:${xid}`,
    before: null,
    after: action === "revoked" ? null : { surface, authLevel, allVenues, permissions, ...details }
  })
