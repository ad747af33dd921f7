import { Schema } from "effect"
import { Benefit, Entitlement } from "../benefits/Benefit.ts"

/** An active entitlement of a tier that the member holds: whose, where, when and how much. */
export const PerkGrant = Schema.Struct({
  tierId: Entitlement.fields.tierId,
  venueIds: Entitlement.fields.venueIds,
  validFrom: Schema.NullOr(Schema.String),
  validTo: Schema.NullOr(Schema.String),
  quantity: Entitlement.fields.quantityPerStay
})
export type PerkGrant = typeof PerkGrant.Type

/**
 * The facts that decide whether a member is eligible for a perk. `tierLevel` is their highest active one in the
 * organization's programs, 0 without any (MEM-118); `stayRequired` if the perk is in an enabled group that needs a
 * stay.
 */
export const PerkClaim = Schema.Struct({
  organizationId: Benefit.fields.organizationId,
  minTierLevel: Benefit.fields.minTierLevel,
  stayRequired: Schema.Boolean,
  tierLevel: Schema.Int,
  grants: Schema.Array(PerkGrant)
})
export type PerkClaim = typeof PerkClaim.Type
