import { DateTime, Effect, Option } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { audit } from "../audit/audit.ts"
import { ResourceInUse } from "../shared/ResourceConflicts.ts"
import { auditedBenefit } from "./auditedBenefit.ts"
import { Benefits } from "./Benefits.ts"
import { Entitlements } from "./Entitlements.ts"

/**
 * Archives a benefit permanently: from then on it is missing everywhere. Refused while a tier has an active entitlement
 * to it, whatever its dates; hence it is due to no arriving member, and no arrival task changes.
 */
export const archiveBenefit = Effect.fnUntraced(function* (benefitId: string) {
  const { reach } = yield* PartnerCaller
  const benefits = yield* Benefits
  const row = yield* benefits.getForUpdate({ reach, benefitId })
  yield* requireAllVenues(reach)
  const { organizationId } = row
  if (Option.isSome(yield* Entitlements.use(({ findActive }) => findActive(row)))) {
    return yield* new ResourceInUse({ usedBy: "entitlements" })
  }
  const before = auditedBenefit(yield* benefits.get({ reach, benefitId }))
  const now = yield* DateTime.now
  yield* benefits.update(row, { archivedAt: now, updatedAt: now })
  yield* audit({ organizationId, action: "benefit.archived", subject: `benefit:${row.xid}`, before, after: null })
})
