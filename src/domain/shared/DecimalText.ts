import { BigDecimal, Schema } from "effect"
import type { DecimalBounds } from "./DecimalNumber.ts"

/** Without an exponent, since comparing a decimal with a huge one would exhaust the memory. */
const plain = /^-?\d{1,20}(?:\.\d{1,20})?$/u

/** A decimal within the bounds as text, which files use to avoid rounding; `DecimalNumber` is the same as a number. */
export const DecimalText = ({ decimals, maximum, minimum }: DecimalBounds) => {
  const range = { minimum: BigDecimal.fromNumberUnsafe(minimum), maximum: BigDecimal.fromNumberUnsafe(maximum) }
  return Schema.String.check(Schema.isPattern(plain, { expected: "a decimal such as 1.25" })).pipe(
    Schema.decodeTo(Schema.BigDecimalFromString),
    Schema.check(
      Schema.makeFilter((value: BigDecimal.BigDecimal) =>
        BigDecimal.between(value, range) && BigDecimal.normalize(value).scale <= decimals
          ? undefined
          : `must be from ${minimum} to ${maximum}, with at most ${decimals} decimals`
      )
    )
  )
}
