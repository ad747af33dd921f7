import type { EntitlementView } from "./EntitlementView.ts"

/** The settings of an entitlement as the audit log holds them. */
export const auditedEntitlement = ({ createdAt: _, entitlementId: __, updatedAt: ___, ...settings }: EntitlementView) =>
  settings
