import { Schema } from "effect"
import { Benefit, BenefitVenueOverride } from "../benefits/Benefit.ts"
import { MemberId } from "../members/Member.ts"
import { Program, Tier } from "../programs/Program.ts"
import { VenueId } from "../properties/Property.ts"
import { VenueSummary } from "../properties/VenueSummary.ts"
import { Reservation } from "../reservations/Reservation.ts"
import { PerkFacts } from "./PerkFacts.ts"

/** The fields of a member's stay that perks depend on. `checkIn` is `YYYY-MM-DD`. */
export const PerkStay = Schema.Struct({
  venue: VenueSummary,
  status: Reservation.fields.status,
  checkIn: Schema.NullOr(Schema.String)
})
export type PerkStay = typeof PerkStay.Type

/**
 * A perk with the facts that decide its eligibility. `venue` is null for a global one, whose overrides are those of the
 * requested venue.
 */
export const PerkRecord = Schema.Struct({
  ...PerkFacts.fields,
  perkId: Benefit.fields.xid,
  name: Benefit.fields.name,
  description: Benefit.fields.description,
  kind: Benefit.fields.kind,
  redemptionType: Benefit.fields.redemptionType,
  howToRedeem: Benefit.fields.howToRedeem,
  heroImage: Benefit.fields.heroImage,
  cardImage: Benefit.fields.cardImage,
  venue: Schema.NullOr(VenueSummary),
  overriddenName: BenefitVenueOverride.fields.overriddenName,
  overriddenDescription: BenefitVenueOverride.fields.overriddenDescription
})
export type PerkRecord = typeof PerkRecord.Type

/** A perk granted by one of the member's tiers, as a venue's desk sees it. */
export const GrantedPerk = Schema.Struct({
  ...PerkFacts.fields,
  benefitId: Benefit.fields.xid,
  name: Benefit.fields.name,
  overriddenName: BenefitVenueOverride.fields.overriddenName,
  kind: Benefit.fields.kind,
  howToRedeem: Benefit.fields.howToRedeem,
  redemptionType: Benefit.fields.redemptionType
})
export type GrantedPerk = typeof GrantedPerk.Type

/** A tier that a member holds, by its internal id and the external ids of tier and program. */
export const HeldTier = Schema.Struct({
  tierId: Tier.fields.id,
  tierXid: Tier.fields.xid,
  programXid: Program.fields.xid
})
export type HeldTier = typeof HeldTier.Type

/** A member's perks at a venue: their tier level in its organization, null if none, and the perks their tiers grant. */
export const VenuePerks = Schema.Struct({
  memberId: MemberId,
  venueId: VenueId,
  tierLevel: Schema.NullOr(Schema.Int),
  perks: Schema.Array(GrantedPerk)
})
export type VenuePerks = typeof VenuePerks.Type
