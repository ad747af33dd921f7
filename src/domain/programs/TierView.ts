import { BigDecimal, Schema } from "effect"
import { DecimalNumber } from "../shared/DecimalNumber.ts"
import { LabelText } from "../shared/LabelText.ts"
import type { Tier } from "./Program.ts"

const most = 2_147_483_647

/** What partners decide of a tier besides its level, with the bounds of each (DOMAIN 4.4). */
export const tierFields = {
  name: LabelText(100).annotateKey({ description: "Name of the tier" }),
  qualifyingPoints: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most })).annotateKey({
    description: "Points earned in a tier period that qualify for the tier; the lowest tier needs none"
  }),
  qualifyingNights: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3650 }))).annotateKey({
    description: "Nights that it takes as well; null for none"
  }),
  multiplier: DecimalNumber({ minimum: 0.01, maximum: 99.99, decimals: 2 }).annotateKey({
    description: "What points of a stay are multiplied by, with at most two decimals"
  }),
  validityMonths: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1200 })).annotateKey({
    description: "Months for which the tier is held once reached"
  }),
  color: Schema.NullOr(
    Schema.String.check(
      Schema.isPattern(/^#[0-9a-f]{6}$/u, { expected: "a color such as #c0c0c0, in small letters" }),
      Schema.isMaxLength(7)
    )
  ).annotateKey({ description: "Color as `#rrggbb` in small letters; null without one" })
}

export const tierLevel = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))

export const TierSettings = Schema.Struct(tierFields)
export interface TierSettings extends Schema.Schema.Type<typeof TierSettings> {}

/** New settings; an absent field stays. */
export type TierChange = { readonly [Field in keyof TierSettings]?: TierSettings[Field] | undefined }

/** A tier as partners see it. */
export const TierView = Schema.Struct({
  tierId: Schema.NonEmptyString.annotateKey({ description: "Id of the tier" }),
  name: tierFields.name,
  level: Schema.Int.annotateKey({
    description: "Rank in the program, unique in it; the lowest is where members begin"
  }),
  qualifyingPoints: tierFields.qualifyingPoints,
  qualifyingNights: tierFields.qualifyingNights,
  multiplier: tierFields.multiplier,
  validityMonths: tierFields.validityMonths,
  color: tierFields.color,
  memberCount: Schema.Int.annotateKey({
    description: "Enrolments that hold the tier now, of the whole organization: while there is one, it is not removed"
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
