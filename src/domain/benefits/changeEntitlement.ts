import { Array, DateTime, Effect, Equal } from "effect"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { findVenues } from "../venues/findVenues.ts"
import { auditedEntitlement } from "./auditedEntitlement.ts"
import { ValidityReversed } from "./BenefitErrors.ts"
import { Benefits } from "./Benefits.ts"
import { isPeriod } from "./isPeriod.ts"
import { Entitlements } from "./Entitlements.ts"
import { lockEntitlement } from "./lockEntitlement.ts"

/** New settings of an entitlement; absent ones stay. Null `venueIds` means all venues, null `validTo` no end. */
export interface EntitlementChange {
  readonly quantityPerStay?: number | undefined
  readonly venueIds?: ReadonlyArray<string> | null | undefined
  readonly validTo?: string | null | undefined
  readonly active?: boolean | undefined
}

/**
 * Changes an entitlement: visible to members and, in arrivals, to desks immediately; no effect if
 * nothing differs. Cannot be activated while the tier has another active entitlement to the benefit, nor for an
 * archived benefit.
 */
export const changeEntitlement = Effect.fnUntraced(function* (entitlementId: string, change: EntitlementChange) {
  const { reach, row, view } = yield* lockEntitlement(entitlementId)
  const { organizationId } = row
  const entitlements = yield* Entitlements
  const { active = row.active, quantityPerStay = row.quantityPerStay, validTo = row.validTo } = change
  if (!isPeriod(row.validFrom, validTo)) return yield* new ValidityReversed({ field: "validTo" })
  const { venueIds: documentIds = view.venueIds } = change
  const venueIds = documentIds === null ? null : yield* findVenues(reach, documentIds, "venueIds")
  if (active && !row.active) {
    const benefitIds = [view.benefitId]
    const [benefit] = yield* Benefits.use(({ listForShare }) => listForShare({ organizationId, benefitIds }))
    if (benefit === undefined) return yield* new StateConflict({ currentStatus: "archived" })
  }
  const before = auditedEntitlement(view)
  const settings = { quantityPerStay, validTo, active }
  const after = { ...before, ...settings, venueIds: documentIds === null ? null : Array.dedupe(documentIds).toSorted() }
  if (Equal.equals(before, after)) return view
  yield* entitlements.update(row, { ...settings, venueIds, updatedAt: yield* DateTime.now })
  // One that stays inactive is due to nobody.
  if (active || row.active) {
    const everywhere = row.venueIds === null || venueIds === null
    yield* scheduleArrivalRebuild(organizationId, everywhere ? null : Array.union(row.venueIds, venueIds))
  }
  yield* audit({
    organizationId,
    action: "entitlement.changed",
    subject: `entitlement:${row.xid}`,
    before,
    after
  })
  return yield* entitlements.get({ reach, entitlementId })
})
