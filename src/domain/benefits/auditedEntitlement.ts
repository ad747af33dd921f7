import type { EntitlementView } from "./EntitlementView.ts"

/** The settings of an entitlement as recorded in the audit log. */
export const auditedEntitlement = ({ createdAt: _, entitlementId: __, updatedAt: ___, ...settings }: EntitlementView) =>
  settings
