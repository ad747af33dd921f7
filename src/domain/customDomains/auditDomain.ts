import type { Schema } from "effect"
import { audit } from "../audit/audit.ts"
import type { CustomDomain } from "./CustomDomain.ts"

/** The state of a domain as recorded in the audit log. */
export const domainFacts = ({ certificateStatus, failureReason, hostname, status }: CustomDomain) => ({
  hostname,
  status,
  certificateStatus,
  failureReason
})

/** Records a change of a domain. */
export const auditDomain = (
  { organizationId, xid }: Pick<CustomDomain, "organizationId" | "xid">,
  action: "connected" | "checked" | "rechecked" | "retried" | "disconnected" | "removed",
  before: Schema.Json,
  after: Schema.Json
) => audit({ organizationId, action: `custom_domain.${action}`, subject: `custom_domain:${xid}`, before, after })
