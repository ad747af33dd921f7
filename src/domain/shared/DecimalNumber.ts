import { BigDecimal, Option, Schema } from "effect"

/** JSON numbers beyond the range of a double parse as infinite and reach this check too, hence the Option. */
const hasAtMostDecimals = (decimals: number, value: number) =>
  Option.exists(BigDecimal.fromNumber(value), (decimal) => BigDecimal.normalize(decimal).scale <= decimals)

/** The range of a decimal, both ends included, and its most decimal places. */
export interface DecimalBounds {
  readonly minimum: number
  readonly maximum: number
  readonly decimals: number
}

/** A JSON number that is a decimal within the bounds. */
export const DecimalNumber = ({ decimals, maximum, minimum }: DecimalBounds) =>
  Schema.Finite.check(
    Schema.isBetween({ minimum, maximum }),
    Schema.makeFilter((value: number) => hasAtMostDecimals(decimals, value), {
      expected: `a number with at most ${decimals} decimals`
    })
  )
