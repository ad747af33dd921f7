import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { writingOrganization } from "../access/writingOrganization.ts"
import { scheduleArrivalRebuild } from "../arrivals/scheduleArrivalRebuild.ts"
import { audit } from "../audit/audit.ts"
import { NotFound } from "../shared/NotFound.ts"
import { findVenues } from "../venues/findVenues.ts"
import { auditedEntitlement } from "./auditedEntitlement.ts"
import { Benefits } from "./Benefits.ts"
import { Entitlements } from "./Entitlements.ts"

/** An entitlement as a partner grants it; ids are external. No `venueIds` means all venues, no dates an open period. */
export interface NewEntitlement {
  readonly programId: string
  readonly tierId: string
  readonly benefitId: string
  readonly quantityPerStay?: number | undefined
  readonly venueIds?: ReadonlyArray<string> | null | undefined
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
}

/**
 * Entitles a tier to a benefit: visible to its members and, in arrivals, to desks immediately. A
 * missing or foreign program, tier, benefit or venue is the same `NotFound` (PAR-140); a second active entitlement of
 * the tier to the benefit is refused.
 */
export const createEntitlement = Effect.fnUntraced(function* (request: NewEntitlement) {
  const { id: organizationId } = yield* writingOrganization
  const { reach } = yield* PartnerCaller
  const entitlements = yield* Entitlements
  const random = yield* SecureRandom.SecureRandom
  const { benefitId, quantityPerStay = 1, validFrom = null, validTo = null, venueIds = null } = request
  const { programId, tierId } = yield* entitlements.findTier({
    organizationId,
    programId: request.programId,
    tierId: request.tierId
  })
  if (programId === undefined) return yield* new NotFound({ field: "programId" })
  if (tierId === undefined) return yield* new NotFound({ field: "tierId" })
  const [benefit] = yield* Benefits.use(({ listForShare }) => listForShare({ organizationId, benefitIds: [benefitId] }))
  if (benefit === undefined) return yield* new NotFound({ field: "benefitId" })
  const venues = venueIds === null ? null : yield* findVenues(reach, venueIds, "venueIds")
  const now = yield* DateTime.now
  const { xid } = yield* entitlements.insert({
    xid: yield* random.uuidV7(),
    organizationId,
    programId,
    tierId,
    benefitId: benefit.id,
    quantityPerStay,
    venueIds: venues,
    validFrom,
    validTo,
    active: true,
    createdAt: now,
    updatedAt: now
  })
  yield* scheduleArrivalRebuild(organizationId, venues)
  const created = yield* entitlements.get({ reach, entitlementId: xid })
  yield* audit({
    organizationId,
    action: "entitlement.created",
    subject: `entitlement:${xid}`,
    before: null,
    after: auditedEntitlement(created)
  })
  return created
})
