import { BigDecimal, Option, Schema } from "effect"

/** JSON has numbers beyond a double's, which are read as infinite; checks see them all the same. */
const hasAtMost = (decimals: number, value: number) =>
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
    Schema.makeFilter((value: number) => hasAtMost(decimals, value), {
      expected: `a number with at most ${decimals} decimals`
    })
  )
