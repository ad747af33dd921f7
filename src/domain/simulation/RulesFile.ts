import { BigDecimal, Effect, Schema, SchemaIssue } from "effect"
import type { EarningRule } from "../programs/Program.ts"
import { pathText } from "../shared/pathText.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { RulesInvalid } from "./SimulationErrors.ts"

const between = (minimum: number, maximum: number) => Schema.isBetween({ minimum, maximum })

const Label = Schema.String.check(Schema.isPattern(/^\S(?:.{0,98}\S)?$/su, { expected: "1 to 100 characters" }))

const Amount = Schema.Number.check(between(0, 1e9))

const Rule = Schema.Struct({
  category: Label,
  pointsPerUnit: Schema.Number.check(between(0, 10_000)),
  currency: Schema.String.check(
    Schema.isPattern(/^[A-Z]{3}$/u, { expected: "a currency code of ISO 4217, such as EUR" })
  ),
  minSpend: Schema.optionalKey(Schema.NullOr(Amount)),
  maxPointsPerStay: Schema.optionalKey(Schema.NullOr(Schema.Int.check(between(0, 2_147_483_647)))),
  exclusions: Schema.optionalKey(Schema.Array(Label).check(Schema.isMaxLength(50)))
})

/** Rules as PUT earning-rules takes them; the day from which on they hold may be there, and is not used. */
const RulesFile = Schema.Struct({
  rules: Schema.Array(Rule).check(Schema.isMaxLength(100)),
  effectiveFrom: Schema.optionalKey(CalendarDate)
})

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const decode = Schema.decodeUnknownEffect(RulesFile, { errors: "all", onExcessProperty: "error" })

const decimal = BigDecimal.fromNumberUnsafe

/** The rules of a file: an object with `rules`, or their list alone. Fails with every problem, each with its path. */
export const readRules = Effect.fnUntraced(function* (content: unknown) {
  const { rules } = yield* Effect.mapError(
    decode(Array.isArray(content) ? { rules: content } : content),
    ({ issue }) =>
      new RulesInvalid({
        problems: format(issue).issues.map(({ message, path }) => ({ path: pathText(path), message }))
      })
  )
  return rules.map(
    ({ exclusions = [], maxPointsPerStay = null, minSpend = null, pointsPerUnit, ...rule }): EarningRule => ({
      ...rule,
      pointsPerUnit: decimal(pointsPerUnit),
      minSpend: minSpend === null ? null : decimal(minSpend),
      maxPointsPerStay,
      exclusions
    })
  )
})
