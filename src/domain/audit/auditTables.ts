import { table } from "../dataset/Table.ts"
import { AuditRow } from "./AuditLog.ts"

/** The audit log. */
export const auditTables = {
  auditLog: table(AuditRow, {
    key: ["id"],
    references: { audit_log_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId",
    global: { subject: "a subject identifies one row of one tenant by its id" }
  })
}
