import { Schema } from "effect"
import { LongText } from "../shared/LabelText.ts"
import { BenefitLabel } from "./BenefitText.ts"

/** Maximum number of benefits in a group. */
export const maxGroupBenefits = 500

/** The texts of a group of benefits, with their bounds. */
export const benefitGroupFields = {
  name: BenefitLabel(200).annotate({ description: "Name of the group" }),
  description: Schema.NullOr(LongText(2000))
}
