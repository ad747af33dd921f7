import type { Schema } from "effect"
import { audit } from "../audit/audit.ts"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import { instantOrNull } from "../shared/Instant.ts"

/** The settings of a pool as recorded in the audit log. */
export const poolSettings = ({ expiresAt, lowStockThreshold, name, status }: OfferCodePool) => ({
  name,
  status,
  lowStockThreshold,
  expiresAt: instantOrNull(expiresAt)
})

/** Records a change of a pool or of its codes, without the codes themselves. */
export const auditPool = (
  { organizationId, xid }: Pick<OfferCodePool, "organizationId" | "xid">,
  action: "created" | "changed" | "archived" | "codes_added" | "code_voided" | "low_stock",
  before: Schema.Json,
  after: Schema.Json
) => audit({ organizationId, action: `offer_code_pool.${action}`, subject: `offer_code_pool:${xid}`, before, after })
