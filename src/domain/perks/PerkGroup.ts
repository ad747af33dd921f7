import { Schema } from "effect"
import { BenefitGroup } from "../benefits/Benefit.ts"
import { Instant } from "../shared/Instant.ts"

/** A benefit group as members see it (MEM-055). Its perks can require a stay even if none of them does alone. */
export const PerkGroup = Schema.Struct({
  id: BenefitGroup.fields.id.annotateKey({ description: "Number of the group, as its path takes it" }),
  documentId: BenefitGroup.fields.documentId.annotateKey({ description: "Document id of the group" }),
  name: BenefitGroup.fields.name.annotateKey({ description: "Name of the group" }),
  description: Schema.optionalKey(Schema.String).annotateKey({ description: "What the group holds" }),
  enabled: BenefitGroup.fields.enabled.annotateKey({ description: "Whether it is to be shown" }),
  stayRequired: BenefitGroup.fields.stayRequired.annotateKey({
    description: "Whether its perks need a stay, even if alone they do not"
  }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it last changed" })
}).annotate({ identifier: "PerkGroup" })
export type PerkGroup = typeof PerkGroup.Type
