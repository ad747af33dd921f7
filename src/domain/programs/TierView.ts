import { BigDecimal, Schema } from "effect"
import { type DecimalBounds, DecimalNumber } from "../shared/DecimalNumber.ts"
import { LabelText } from "../shared/LabelText.ts"
import { maxInt } from "../shared/maxInt.ts"
import type { Tier } from "./Program.ts"

/** The bounds of a tier's multiplier. */
export const multiplierBounds: DecimalBounds = { minimum: 0.01, maximum: 99.99, decimals: 2 }

/** The settings of a tier that partners control, other than its level, with their bounds (DOMAIN 4.4). */
export const tierFields = {
  name: LabelText(100).annotateKey({ description: "Name of the tier" }),
  qualifyingPoints: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxInt })).annotateKey({
    description: "Points to earn in a tier period to qualify for the tier; the lowest tier needs none"
  }),
  qualifyingNights: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3650 }))).annotateKey({
    description: "Nights required in addition; null for none"
  }),
  multiplier: DecimalNumber(multiplierBounds).annotateKey({
    description: "Multiplier for the points of stays, with at most two decimals"
  }),
  validityMonths: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1200 })).annotateKey({
    description: "Months for which the tier is held once reached"
  }),
  color: Schema.NullOr(
    Schema.String.check(
      Schema.isPattern(/^#[0-9a-f]{6}$/u, { expected: "a lower-case color such as #c0c0c0" }),
      Schema.isMaxLength(7)
    )
  ).annotateKey({ description: "Color as lower-case `#rrggbb`; null if none" })
}

export const tierLevel = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))

export const TierSettings = Schema.Struct(tierFields)
export interface TierSettings extends Schema.Schema.Type<typeof TierSettings> {}

/** New settings; absent fields stay. */
export type TierChange = { readonly [Field in keyof TierSettings]?: TierSettings[Field] | undefined }

/** A tier as partners see it. */
export const TierView = Schema.Struct({
  tierId: Schema.NonEmptyString.annotateKey({ description: "Id of the tier" }),
  name: tierFields.name,
  level: Schema.Int.annotateKey({
    description: "Rank within the program, unique; members start at the lowest"
  }),
  qualifyingPoints: tierFields.qualifyingPoints,
  qualifyingNights: tierFields.qualifyingNights,
  multiplier: tierFields.multiplier,
  validityMonths: tierFields.validityMonths,
  color: tierFields.color,
  memberCount: Schema.Int.annotateKey({
    description:
      "Number of enrolments currently in the tier, organization-wide; the tier can be removed only if there are none"
  }),
  updatedAt: Schema.DateTimeUtc.annotateKey({ description: "When the tier itself was last changed" })
}).annotate({ identifier: "Tier" })
export interface TierView extends Schema.Schema.Type<typeof TierView> {}

/** The settings of a stored tier. */
export const settingsOf = (tier: Tier): TierSettings => {
  const { color, multiplier, name, qualifyingNights, qualifyingPoints, validityMonths } = tier
  return {
    name,
    qualifyingPoints,
    qualifyingNights,
    multiplier: BigDecimal.toNumberUnsafe(multiplier),
    validityMonths,
    color
  }
}
