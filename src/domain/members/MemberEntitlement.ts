import { Schema } from "effect"
import { Benefit } from "../benefits/Benefit.ts"
import { EligibilityCode } from "../eligibility/Eligibility.ts"
import { Program, Tier } from "../programs/Program.ts"

/** A benefit that a tier of the member's includes, and whether it is due here and now. */
export const MemberEntitlement = Schema.Struct({
  benefitId: Benefit.fields.xid.annotateKey({ description: "External id of the benefit" }),
  name: Benefit.fields.name.annotateKey({ description: "Name of the benefit" }),
  kind: Benefit.fields.kind.annotateKey({ description: "What sort of benefit it is; an open set" }),
  quantity: Schema.Int.annotateKey({ description: "How often the entitlement gives it during a stay" }),
  eligible: Schema.Boolean.annotateKey({ description: "Whether the member is to get it" }),
  reason: Schema.NullOr(EligibilityCode).annotateKey({
    description: "Why not, for programs: more codes may be added; null when eligible"
  }),
  source: Schema.Struct({
    programId: Program.fields.xid.annotate({ description: "External id of the program" }),
    tierId: Tier.fields.xid.annotate({ description: "External id of the tier held now" })
  }).annotateKey({ description: "The tier whose entitlement it is" })
}).annotate({ identifier: "MemberEntitlement" })
export interface MemberEntitlement extends Schema.Schema.Type<typeof MemberEntitlement> {}
