import { BigDecimal, Schema } from "effect"

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
    Schema.makeFilter((value: number) => BigDecimal.normalize(BigDecimal.fromNumberUnsafe(value)).scale <= decimals, {
      expected: `a number with at most ${decimals} decimals`
    })
  )
