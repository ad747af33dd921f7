import { Schema } from "effect"
import { characters } from "../shared/characters.ts"
import { LongText } from "../shared/LabelText.ts"
import { Benefit } from "./Benefit.ts"
import { BenefitLabel, ImageUrl } from "./BenefitText.ts"

/** The settings of a benefit that partners control, other than its venues and images, with their bounds. */
export const benefitFields = {
  name: BenefitLabel(200).annotate({ description: "Name of the benefit" }),
  kind: BenefitLabel(60).annotate({ description: "Kind of benefit; an open set" }),
  redemptionType: BenefitLabel(60).annotate({
    description:
      "How it is redeemed; an open set that includes direct, requireApproval, timelessStay and suiteElevation"
  }),
  minTierLevel: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })).annotate({
    description: "Minimum tier level, regardless of which tiers are entitled"
  }),
  scope: Benefit.fields.scope,
  description: Schema.NullOr(LongText(2000)),
  howToRedeem: Schema.NullOr(LongText(2000))
}

/** The texts with which a venue overrides those of a benefit; null: not overridden. */
export const overrideFields = {
  overriddenName: Schema.NullOr(BenefitLabel(200)),
  overriddenDescription: Schema.NullOr(LongText(2000))
}

const alt = Schema.optionalKey(
  Schema.String.check(
    characters(0, 250),
    Schema.isPattern(/^[^\p{Cc}\u2028\u2029]*$/u, { expected: "text in one line" })
  )
)

const pixels = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })))

/** The images of a benefit; requests set only the URL of the wide one. */
export const benefitImages = {
  heroImage: Schema.NullOr(Schema.Struct({ url: ImageUrl, alt, width: pixels, height: pixels })),
  cardImage: Schema.NullOr(Schema.Struct({ url: ImageUrl, alt }))
}
