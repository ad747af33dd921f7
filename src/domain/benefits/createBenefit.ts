import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { writingOrganization } from "../access/writingOrganization.ts"
import { audit } from "../audit/audit.ts"
import { findVenues } from "../venues/findVenues.ts"
import { auditedBenefit } from "./auditedBenefit.ts"
import { type Benefit, BenefitXid } from "./Benefit.ts"
import { Benefits } from "./Benefits.ts"

/** A benefit as a partner creates it; `propertyIds` are document ids, only for `property` scope. */
export interface NewBenefit extends Pick<Benefit, "name" | "kind" | "redemptionType" | "minTierLevel" | "scope"> {
  readonly propertyIds?: ReadonlyArray<string> | undefined
  readonly description?: string | null | undefined
  readonly howToRedeem?: string | null | undefined
  readonly heroImageUrl?: string | null | undefined
  readonly enabled?: boolean | undefined
}

/** Creates a benefit. Nobody is entitled to it yet, so no arrival task changes. */
export const createBenefit = Effect.fnUntraced(function* (request: NewBenefit) {
  const { id: organizationId } = yield* writingOrganization
  const { reach } = yield* PartnerCaller
  const benefits = yield* Benefits
  const random = yield* SecureRandom.SecureRandom
  const { description = null, enabled = true, heroImageUrl = null, howToRedeem = null, propertyIds = [] } = request
  const venueIds = yield* findVenues(reach, propertyIds, "propertyIds")
  const now = yield* DateTime.now
  const { kind, minTierLevel, name, redemptionType, scope } = request
  const row = yield* benefits.insert({
    xid: BenefitXid.make(yield* random.uuidV7()),
    organizationId,
    name,
    description,
    kind,
    redemptionType,
    minTierLevel,
    scope,
    howToRedeem,
    heroImage: heroImageUrl === null ? null : { url: heroImageUrl },
    cardImage: null,
    enabled,
    archivedAt: null,
    createdAt: now,
    updatedAt: now
  })
  yield* benefits.replaceVenues(row, venueIds)
  const created = yield* benefits.get({ reach, benefitId: row.xid })
  yield* audit({
    organizationId,
    action: "benefit.created",
    subject: `benefit:${row.xid}`,
    before: null,
    after: auditedBenefit(created)
  })
  return created
})
