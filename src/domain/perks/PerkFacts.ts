import { Schema } from "effect"
import { Benefit, Entitlement } from "../benefits/Benefit.ts"

/** An active entitlement of a tier that the member holds: tier, venues (null: all), validity and quantity. */
export const PerkGrant = Schema.Struct({
  tierId: Entitlement.fields.tierId,
  venueIds: Entitlement.fields.venueIds,
  validFrom: Schema.NullOr(Schema.String),
  validTo: Schema.NullOr(Schema.String),
  quantity: Entitlement.fields.quantityPerStay
})
export type PerkGrant = typeof PerkGrant.Type

/**
 * The facts that decide whether a member is eligible for a perk. `tierLevel` is their highest active level in the
 * organization's programs, 0 if none (MEM-118); `stayRequired` is true if the perk is in an enabled group that requires
 * a stay.
 */
export const PerkFacts = Schema.Struct({
  organizationId: Benefit.fields.organizationId,
  minTierLevel: Benefit.fields.minTierLevel,
  stayRequired: Schema.Boolean,
  tierLevel: Schema.Int,
  grants: Schema.Array(PerkGrant)
})
export type PerkFacts = typeof PerkFacts.Type
