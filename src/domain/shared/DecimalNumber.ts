import { Schema } from "effect"

const hasAtMostDecimals = (decimals: number, value: number) => Number(value.toFixed(decimals)) === value

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
