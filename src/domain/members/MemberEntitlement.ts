import { Schema } from "effect"
import { Benefit } from "../benefits/Benefit.ts"
import { EligibilityCode } from "../eligibility/Eligibility.ts"
import { Program, Tier } from "../programs/Program.ts"

/** A benefit that one of the member's tiers includes, and whether they are eligible here and now. */
export const MemberEntitlement = Schema.Struct({
  benefitId: Benefit.fields.xid.annotateKey({ description: "External id of the benefit" }),
  name: Benefit.fields.name.annotateKey({ description: "Name of the benefit" }),
  kind: Benefit.fields.kind.annotateKey({ description: "Kind of benefit; an open set" }),
  quantity: Schema.Int.annotateKey({ description: "How many times per stay the entitlement grants it" }),
  eligible: Schema.Boolean.annotateKey({ description: "Whether the member is eligible" }),
  reason: Schema.NullOr(EligibilityCode).annotateKey({
    description: "Machine-readable reason if not eligible, an open set; null when eligible"
  }),
  source: Schema.Struct({
    programId: Program.fields.xid.annotate({ description: "External id of the program" }),
    tierId: Tier.fields.xid.annotate({ description: "External id of the tier held now" })
  }).annotateKey({ description: "The tier that grants the entitlement" })
}).annotate({ identifier: "MemberEntitlement" })
export interface MemberEntitlement extends Schema.Schema.Type<typeof MemberEntitlement> {}
