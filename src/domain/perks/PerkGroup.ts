import { Schema } from "effect"
import { BenefitGroup } from "../benefits/Benefit.ts"
import { Instant } from "../shared/Instant.ts"

/** A benefit group as members see it (MEM-055). Its perks can require a stay even if none of them does alone. */
export const PerkGroup = Schema.Struct({
  id: BenefitGroup.fields.id,
  documentId: BenefitGroup.fields.documentId,
  name: BenefitGroup.fields.name,
  description: Schema.optionalKey(Schema.String),
  enabled: BenefitGroup.fields.enabled,
  stayRequired: BenefitGroup.fields.stayRequired,
  createdAt: Instant,
  updatedAt: Instant
}).annotate({ identifier: "PerkGroup" })
export type PerkGroup = typeof PerkGroup.Type
