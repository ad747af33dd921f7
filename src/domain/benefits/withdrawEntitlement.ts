import { Effect } from "effect"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import { auditedEntitlement } from "./auditedEntitlement.ts"
import { Entitlements } from "./Entitlements.ts"
import { lockEntitlement } from "./lockEntitlement.ts"

/**
 * Withdraws an entitlement permanently: the row is deleted and remains only in the audit log. Visible to members
 * immediately, and in arrivals to desks (MEM-053, A-123).
 */
export const withdrawEntitlement = Effect.fnUntraced(function* (entitlementId: string) {
  const { row, view } = yield* lockEntitlement(entitlementId)
  const { organizationId } = row
  yield* Entitlements.use(({ remove }) => remove(row))
  if (row.active) yield* scheduleArrivalRebuild(organizationId, row.venueIds)
  yield* audit({
    organizationId,
    action: "entitlement.withdrawn",
    subject: `entitlement:${row.xid}`,
    before: auditedEntitlement(view),
    after: null
  })
})
