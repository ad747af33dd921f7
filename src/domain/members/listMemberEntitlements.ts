import { DateTime, Effect, Option } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { type Reach, reachesOrganization, reachesVenue } from "../access/Reach.ts"
import { occasionsIn, type PerkContext } from "../perks/perkContext.ts"
import { grantOf, perkEligibility } from "../perks/perkEligibility.ts"
import type { HeldTier, PerkRecord } from "../perks/PerkRecord.ts"
import { PerkViews } from "../perks/PerkViews.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import { NotFound } from "../shared/NotFound.ts"
import { VenueOutOfScope } from "../venues/VenueErrors.ts"
import type { MemberEntitlement } from "./MemberEntitlement.ts"
import { MemberViews } from "./MemberViews.ts"

const isWithin = (reach: Reach, { organizationId, venue }: PerkRecord) =>
  venue === null ? reachesOrganization(reach, organizationId) : reachesVenue(reach, organizationId, venue.id)

/**
 * The entitlements among the perks, by the same rule as the member's own list and arrival tasks. A benefit offered by
 * several venues is listed once, preferably as at the first where the member is eligible.
 */
const entitlementsIn = (
  records: ReadonlyArray<PerkRecord>,
  context: PerkContext,
  tiers: ReadonlyArray<HeldTier>
): ReadonlyArray<MemberEntitlement> => {
  const occasionOf = occasionsIn(context)
  const tierOf = new Map(tiers.map((tier) => [tier.tierId, tier]))
  const items = new Map<string, MemberEntitlement>()
  for (const record of records) {
    const { kind, name, perkId } = record
    const occasion = occasionOf(record)
    const grant = grantOf(record, occasion)
    const tier = grant === undefined ? undefined : tierOf.get(grant.tierId)
    if (grant === undefined || tier === undefined || items.get(perkId)?.eligible === true) continue
    const eligibility = perkEligibility(record, occasion)
    if (items.has(perkId) && !eligibility.isEligible) continue
    items.set(perkId, {
      benefitId: perkId,
      name,
      kind,
      quantity: grant.quantity,
      eligible: eligibility.isEligible,
      reason: eligibility.isEligible ? null : eligibility.code,
      source: { programId: tier.programXid, tierId: tier.tierXid }
    })
  }
  return [...items.values()]
}

/**
 * A member's current entitlements at a venue, or for a stay, which implies its venue: global benefits first, each
 * ordered by required tier level, name and id. Fails with `VenueOutOfScope` for a venue out of reach, and with
 * `NotFound` for a member or a stay of theirs that is out of reach or unknown (PAR-007, PAR-057).
 */
export const listMemberEntitlements = Effect.fnUntraced(function* (
  externalId: string,
  query: { readonly propertyId?: string | undefined; readonly reservationId?: ReservationXid | undefined }
) {
  const { propertyId, reservationId } = query
  const { reach } = yield* PartnerCaller
  const perks = yield* PerkViews
  const members = yield* MemberViews
  const now = yield* DateTime.now
  const venue =
    propertyId === undefined ? null : Option.getOrNull(yield* perks.findVenueWithin({ reach, documentId: propertyId }))
  if (propertyId !== undefined && venue === null) return yield* new VenueOutOfScope({ propertyIds: [propertyId] })
  const { memberId } = yield* members.get({ reach, externalId, now })
  const stay =
    reservationId === undefined
      ? null
      : Option.getOrNull(yield* perks.findStay({ reach, memberId, externalId: reservationId, propertyId }))
  if (reservationId !== undefined && stay === null) return yield* new NotFound({})
  const context: PerkContext = { venue: venue ?? stay?.venue ?? null, stay, now }
  const [records, tiers] = yield* Effect.all(
    [
      perks.list({
        memberId,
        now,
        scopes: ["global", "property"],
        venueId: context.venue?.id,
        groupId: undefined,
        redemptionType: undefined
      }),
      perks.listTiers({ memberId, now })
    ],
    { concurrency: 2 }
  )
  return {
    items: entitlementsIn(
      records.filter((record) => isWithin(reach, record)),
      context,
      tiers
    )
  }
})
