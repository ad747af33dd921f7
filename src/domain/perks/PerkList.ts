import { Schema } from "effect"
import { PerkCardImage, PerkHeroImage } from "../benefits/Benefit.ts"
import { eligibilityFields } from "../eligibility/Eligibility.ts"
import { Property } from "../properties/Property.ts"
import { PerkRecord } from "./PerkRecord.ts"

const common = {
  perkId: PerkRecord.fields.perkId,
  name: PerkRecord.fields.name,
  description: Schema.optionalKey(Schema.String),
  redemptionType: PerkRecord.fields.redemptionType.annotate({
    description: "An open set: direct, requireApproval, timelessStay, suiteElevation, and more to come"
  }),
  minTierLevel: PerkRecord.fields.minTierLevel,
  heroImage: Schema.optionalKey(PerkHeroImage),
  cardImage: Schema.optionalKey(PerkCardImage),
  howToRedeem: Schema.optionalKey(Schema.String),
  ...eligibilityFields,
  overriddenName: Schema.optionalKey(Schema.String),
  overriddenDescription: Schema.optionalKey(Schema.String)
}

/** A perk that applies wherever it is granted (MEM-053, MEM-054). Overrides are those of the requested property. */
export const GlobalPerk = Schema.Struct({ ...common, sourceType: Schema.Literal("global") }).annotate({
  identifier: "GlobalPerk"
})

/** A perk of one property (MEM-054). */
export const PropertyPerk = Schema.Struct({
  ...common,
  sourceType: Schema.Literal("property"),
  propertyId: Property.fields.documentId.annotate({ description: "Document id of the property" }),
  propertyName: Property.fields.name
}).annotate({ identifier: "PropertyPerk" })

/** The perks a member sees; `total` counts both lists (MEM-049). */
export const PerkList = Schema.Struct({
  globalPerks: Schema.Array(GlobalPerk),
  propertyPerks: Schema.Array(PropertyPerk),
  total: Schema.Int
}).annotate({ identifier: "PerkList" })
export type PerkList = typeof PerkList.Type
