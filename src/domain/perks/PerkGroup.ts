import { Schema } from "effect"
import { BenefitGroup } from "../benefits/Benefit.ts"
import { Instant } from "../shared/Instant.ts"

/** A benefit group as members see it (MEM-055). With `stayRequired`, all of its perks require a stay. */
export const PerkGroup = Schema.Struct({
  id: BenefitGroup.fields.id.annotateKey({ description: "Numeric id of the group, as used in its path" }),
  documentId: BenefitGroup.fields.documentId.annotateKey({ description: "Document id of the group" }),
  name: BenefitGroup.fields.name.annotateKey({ description: "Name of the group" }),
  description: Schema.optionalKey(Schema.String).annotateKey({ description: "Description of the group" }),
  enabled: BenefitGroup.fields.enabled.annotateKey({ description: "Whether to display it" }),
  stayRequired: BenefitGroup.fields.stayRequired.annotateKey({
    description: "Whether its perks require a stay, even those that otherwise would not"
  }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it last changed" })
}).annotate({ identifier: "PerkGroup" })
export type PerkGroup = typeof PerkGroup.Type
