import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { Benefit } from "./Benefit.ts"

/** A benefit as partners configure it, with its venues cut to the caller's reach (REQUIREMENTS 7, PAR-139). */
export const BenefitView = Schema.Struct({
  benefitId: Benefit.fields.xid.annotate({ description: "External id of the benefit, the `perkId` of the member API" }),
  name: Benefit.fields.name.annotateKey({ description: "Name of the benefit" }),
  description: Schema.NullOr(Schema.String).annotateKey({ description: "Description of the benefit; null if none" }),
  kind: Benefit.fields.kind.annotate({ description: "Kind of benefit; an open set" }),
  redemptionType: Benefit.fields.redemptionType.annotate({
    description: "How it is redeemed; an open set: direct, requireApproval, timelessStay, suiteElevation, and more"
  }),
  minTierLevel: Schema.Int.annotateKey({
    description: "Lowest tier level that is eligible, whichever tiers are entitled"
  }),
  scope: Benefit.fields.scope.annotate({
    description: "`global`: wherever its entitlements apply; `property`: only at its venues"
  }),
  propertyIds: Schema.Array(Schema.String).annotateKey({
    description: "Document ids of its venues within your reach, sorted; empty for a global benefit"
  }),
  howToRedeem: Schema.NullOr(Schema.String).annotateKey({
    description: "Instructions for member and desk; null if none"
  }),
  heroImageUrl: Schema.NullOr(Schema.String).annotateKey({ description: "URL of a wide image; null if none" }),
  enabled: Schema.Boolean.annotateKey({ description: "Whether members and desks see it" }),
  groupIds: Schema.Array(Schema.String).annotateKey({ description: "Ids of the groups that it is in, sorted" }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it or its venues last changed" })
}).annotate({ identifier: "Benefit" })
export interface BenefitView extends Schema.Schema.Type<typeof BenefitView> {}
