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

/** New settings of a benefit; an absent one stays, null removes it. */
export type BenefitChange = { readonly [Field in keyof NewBenefit]?: NewBenefit[Field] | undefined }

/** The venues from now on, by document id: one that becomes a benefit of venues names them, and a global one has none. */
const wantedVenues = (shown: BenefitView, { propertyIds, scope = shown.scope }: BenefitChange) => {
  if (propertyIds === undefined && scope === shown.scope) return Effect.succeed(shown.propertyIds)
  if ((scope === "property") !== (propertyIds !== undefined)) {
    return new BenefitVenuesMismatch({ field: "propertyIds", scope })
  }
  return Effect.succeed(propertyIds ?? [])
}

/** The image keeps its alternative text and its size while its address stays. */
const imageOf = ({ heroImage }: Benefit, url: string | null | undefined): Benefit["heroImage"] => {
  if (url === undefined || url === heroImage?.url) return heroImage
  return url === null ? null : { url }
}

const applied = (change: BenefitChange, row: Benefit) => {
  const { description = row.description, enabled = row.enabled, howToRedeem = row.howToRedeem } = change
  const { kind = row.kind, minTierLevel = row.minTierLevel, name = row.name } = change
  const { redemptionType = row.redemptionType, scope = row.scope } = change
  return {
    shown: { name, description, kind, redemptionType, minTierLevel, scope, howToRedeem, enabled },
    heroImage: imageOf(row, change.heroImageUrl)
  }
}

/** The settings that arrival tasks depend on. */
const decisive = ["name", "kind", "redemptionType", "minTierLevel", "scope", "howToRedeem", "enabled"] as const

type Settings = ReturnType<typeof auditedBenefit>

const isDecisive = (before: Settings, after: Settings) =>
  decisive.some((field) => before[field] !== after[field]) || before.propertyIds.join() !== after.propertyIds.join()

/**
 * Changes a benefit: members see it at their next request, and arrival tasks are rebuilt soon (DOMAIN 6.2, PAR-139). What
 * it is already changes nothing.
 */
export const changeBenefit = Effect.fnUntraced(function* (benefitId: string, change: BenefitChange) {
  const { reach } = yield* PartnerCaller
  const benefits = yield* Benefits
  const row = yield* benefits.getForUpdate({ reach, benefitId })
  yield* requireAllVenues(reach)
  const shown = yield* benefits.get({ reach, benefitId })
  const wanted = yield* wantedVenues(shown, change)
  const venueIds = yield* findVenues(reach, wanted, "propertyIds")
  const settings = applied(change, row)
  const before = auditedBenefit(shown)
  const after = {
    ...before,
    ...settings.shown,
    heroImageUrl: settings.heroImage?.url ?? null,
    propertyIds: [...new Set(wanted)].toSorted()
  }
  if (Equal.equals(before, after)) return shown
  yield* benefits.update(row, { ...settings.shown, heroImage: settings.heroImage, updatedAt: yield* DateTime.now })
  yield* benefits.replaceVenues(row, venueIds)
  if (isDecisive(before, after)) yield* scheduleArrivalRebuild(row.organizationId, null)
  const { organizationId } = row
  yield* audit({ organizationId, action: "benefit.changed", subject: `benefit:${row.xid}`, before, after })
  return yield* benefits.get({ reach, benefitId })
})
