import { Schema } from "effect"
import { PerkCardImage, PerkHeroImage } from "../benefits/Benefit.ts"
import { eligibilityFields } from "../eligibility/Eligibility.ts"
import { Property } from "../properties/Property.ts"
import { PerkRecord } from "./PerkRecord.ts"

const common = {
  perkId: PerkRecord.fields.perkId.annotateKey({ description: "External id of the perk" }),
  name: PerkRecord.fields.name.annotateKey({ description: "Name of the perk" }),
  description: Schema.optionalKey(Schema.String).annotateKey({ description: "Description of the perk" }),
  redemptionType: PerkRecord.fields.redemptionType.annotate({
    description: "An open set: direct, requireApproval, timelessStay, suiteElevation, and more to come"
  }),
  minTierLevel: PerkRecord.fields.minTierLevel.annotateKey({ description: "Lowest tier level that is eligible" }),
  heroImage: Schema.optionalKey(PerkHeroImage).annotateKey({ description: "A wide image" }),
  cardImage: Schema.optionalKey(PerkCardImage).annotateKey({ description: "A small image" }),
  howToRedeem: Schema.optionalKey(Schema.String).annotateKey({ description: "Instructions for the member" }),
  ...eligibilityFields,
  overriddenName: Schema.optionalKey(Schema.String).annotateKey({
    description: "Name at the requested property, instead of `name`"
  }),
  overriddenDescription: Schema.optionalKey(Schema.String).annotateKey({
    description: "Description at the requested property, instead of `description`"
  })
}

/** A perk that applies wherever it is granted (MEM-053, MEM-054). Overrides are those of the requested property. */
export const GlobalPerk = Schema.Struct({
  ...common,
  sourceType: Schema.Literal("global").annotateKey({ description: "Granted wherever the organization has venues" })
}).annotate({
  identifier: "GlobalPerk"
})

/** A perk of one property (MEM-054). */
export const PropertyPerk = Schema.Struct({
  ...common,
  sourceType: Schema.Literal("property").annotateKey({ description: "Granted by one property" }),
  propertyId: Property.fields.documentId.annotate({ description: "Document id of the property" }),
  propertyName: Property.fields.name.annotateKey({ description: "Name of the property" })
}).annotate({ identifier: "PropertyPerk" })

/** The perks a member sees; `total` counts both lists (MEM-049). */
export const PerkList = Schema.Struct({
  globalPerks: Schema.Array(GlobalPerk).annotateKey({ description: "Perks that apply at every property" }),
  propertyPerks: Schema.Array(PropertyPerk).annotateKey({ description: "Perks of individual properties" }),
  total: Schema.Int.annotateKey({ description: "Number of perks in both lists" })
}).annotate({ identifier: "PerkList" })
export type PerkList = typeof PerkList.Type
