import { Effect } from "effect"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import { auditedEntitlement } from "./auditedEntitlement.ts"
import { Entitlements } from "./Entitlements.ts"
import { lockEntitlement } from "./lockEntitlement.ts"

/**
 * Withdraws an entitlement for good: the row is removed, and the audit log keeps what it was. Members see it at their next
 * request, and arrival tasks are rebuilt soon (MEM-053).
 */
export const withdrawEntitlement = Effect.fnUntraced(function* (entitlementId: string) {
  const { row, shown } = yield* lockEntitlement(entitlementId)
  const { organizationId } = row
  yield* Entitlements.use(({ remove }) => remove(row))
  yield* scheduleArrivalRebuild(organizationId, row.venueIds)
  yield* audit({
    organizationId,
    action: "entitlement.withdrawn",
    subject: `entitlement:${row.xid}`,
    before: auditedEntitlement(shown),
    after: null
  })
})
