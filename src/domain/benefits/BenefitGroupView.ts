import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { BenefitView } from "./BenefitView.ts"

/** A group of benefits as partners configure it; members know it by a number. */
export const BenefitGroupView = Schema.Struct({
  groupId: Schema.String.annotateKey({ description: "External id of the group" }),
  name: Schema.String.annotateKey({ description: "Name of the group" }),
  description: Schema.NullOr(Schema.String).annotateKey({ description: "What the group holds; null without a text" }),
  enabled: Schema.Boolean.annotateKey({ description: "Whether it is to be shown to members" }),
  stayRequired: Schema.Boolean.annotateKey({
    description: "Whether its benefits need a stay, even if alone they do not"
  }),
  benefitCount: Schema.Int.annotateKey({ description: "How many benefits are in it, without archived ones" }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it or the list of its benefits last changed" })
}).annotate({ identifier: "BenefitGroup" })
export interface BenefitGroupView extends Schema.Schema.Type<typeof BenefitGroupView> {}

/** A group with its benefits, in their order, without archived ones. */
export const BenefitGroupDetail = Schema.Struct({
  ...BenefitGroupView.fields,
  benefits: Schema.Array(BenefitView).annotateKey({ description: "Its benefits, in their order" })
}).annotate({ identifier: "BenefitGroupDetail" })
export interface BenefitGroupDetail extends Schema.Schema.Type<typeof BenefitGroupDetail> {}
