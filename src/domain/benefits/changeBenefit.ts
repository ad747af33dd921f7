import { DateTime, Effect, Equal } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import { findVenues } from "../venues/findVenues.ts"
import { auditedBenefit } from "./auditedBenefit.ts"
import type { Benefit } from "./Benefit.ts"
import { BenefitVenuesMismatch } from "./BenefitErrors.ts"
import { Benefits } from "./Benefits.ts"
import type { BenefitView } from "./BenefitView.ts"
import type { NewBenefit } from "./createBenefit.ts"

/** New settings of a benefit; absent ones stay, null removes. */
export type BenefitChange = { readonly [Field in keyof NewBenefit]?: NewBenefit[Field] | undefined }

/** The resulting venues, by document id. A change to `property` scope must give them, a change to `global` must not. */
const resultingVenues = (current: BenefitView, { propertyIds, scope = current.scope }: BenefitChange) => {
  if (propertyIds === undefined && scope === current.scope) return Effect.succeed(current.propertyIds)
  if ((scope === "property") !== (propertyIds !== undefined)) {
    return new BenefitVenuesMismatch({ field: "propertyIds", scope })
  }
  return Effect.succeed(propertyIds ?? [])
}

/** The image keeps its alternative text and size while its URL stays. */
const imageOf = ({ heroImage }: Benefit, url: string | null | undefined): Benefit["heroImage"] => {
  if (url === undefined || url === heroImage?.url) return heroImage
  return url === null ? null : { url }
}

const applyChange = (change: BenefitChange, row: Benefit) => {
  const { description = row.description, enabled = row.enabled, howToRedeem = row.howToRedeem } = change
  const { kind = row.kind, minTierLevel = row.minTierLevel, name = row.name } = change
  const { redemptionType = row.redemptionType, scope = row.scope } = change
  return {
    fields: { name, description, kind, redemptionType, minTierLevel, scope, howToRedeem, enabled },
    heroImage: imageOf(row, change.heroImageUrl)
  }
}

/** The settings that arrival tasks depend on. */
const arrivalFields = ["name", "kind", "redemptionType", "minTierLevel", "scope", "howToRedeem", "enabled"] as const

type Settings = ReturnType<typeof auditedBenefit>

const affectsArrivals = (before: Settings, after: Settings) =>
  arrivalFields.some((field) => before[field] !== after[field]) ||
  before.propertyIds.join() !== after.propertyIds.join()

/**
 * Changes a benefit: visible to members and, in arrivals, to desks immediately (DOMAIN 6.2, A-123, PAR-139).
 * No effect if nothing differs.
 */
export const changeBenefit = Effect.fnUntraced(function* (benefitId: string, change: BenefitChange) {
  const { reach } = yield* PartnerCaller
  const benefits = yield* Benefits
  const row = yield* benefits.getForUpdate({ reach, benefitId })
  yield* requireAllVenues(reach)
  const current = yield* benefits.get({ reach, benefitId })
  const propertyIds = yield* resultingVenues(current, change)
  const venueIds = yield* findVenues(reach, propertyIds, "propertyIds")
  const settings = applyChange(change, row)
  const before = auditedBenefit(current)
  const after = {
    ...before,
    ...settings.fields,
    heroImageUrl: settings.heroImage?.url ?? null,
    propertyIds: [...new Set(propertyIds)].toSorted()
  }
  if (Equal.equals(before, after)) return current
  yield* benefits.update(row, { ...settings.fields, heroImage: settings.heroImage, updatedAt: yield* DateTime.now })
  yield* benefits.replaceVenues(row, venueIds)
  if (affectsArrivals(before, after)) yield* scheduleArrivalRebuild(row.organizationId, null)
  const { organizationId } = row
  yield* audit({ organizationId, action: "benefit.changed", subject: `benefit:${row.xid}`, before, after })
  return yield* benefits.get({ reach, benefitId })
})
