import { BigDecimal, Option, Schema } from "effect"

/** JSON numbers beyond the range of a double parse as infinite and reach this check too, hence the Option. */
const hasAtMostDecimals = (decimals: number, value: number) =>
  Option.exists(BigDecimal.fromNumber(value), (decimal) => BigDecimal.normalize(decimal).scale <= decimals)

/** A JSON number that is a decimal with at most `decimals` places, both bounds included. */
export const DecimalNumber = ({
  decimals,
  maximum,
  minimum
}: {
  readonly minimum: number
  readonly maximum: number
  readonly decimals: number
}) =>
  Schema.Finite.check(
    Schema.isBetween({ minimum, maximum }),
    Schema.makeFilter((value: number) => hasAtMostDecimals(decimals, value), {
      expected: `a number with at most ${decimals} decimals`
    })
  )
