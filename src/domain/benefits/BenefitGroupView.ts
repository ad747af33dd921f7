import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { BenefitView } from "./BenefitView.ts"

/** A group of benefits as partners configure it; members identify it by a number. */
export const BenefitGroupView = Schema.Struct({
  groupId: Schema.String.annotateKey({ description: "External id of the group" }),
  name: Schema.String.annotateKey({ description: "Name of the group" }),
  description: Schema.NullOr(Schema.String).annotateKey({ description: "Description of the group; null if none" }),
  enabled: Schema.Boolean.annotateKey({ description: "Whether members see it" }),
  stayRequired: Schema.Boolean.annotateKey({
    description: "Whether its benefits require a stay, even those that otherwise would not"
  }),
  benefitCount: Schema.Int.annotateKey({ description: "Number of benefits in it, excluding archived ones" }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it or the list of its benefits last changed" })
}).annotate({ identifier: "BenefitGroup" })
export interface BenefitGroupView extends Schema.Schema.Type<typeof BenefitGroupView> {}

/** A group with its benefits in order, excluding archived ones. */
export const BenefitGroupDetail = Schema.Struct({
  ...BenefitGroupView.fields,
  benefits: Schema.Array(BenefitView).annotateKey({ description: "Its benefits, in order" })
}).annotate({ identifier: "BenefitGroupDetail" })
export interface BenefitGroupDetail extends Schema.Schema.Type<typeof BenefitGroupDetail> {}
