import { BigDecimal, Schema } from "effect"
import { DecimalNumber } from "../shared/DecimalNumber.ts"
import { LabelText } from "../shared/LabelText.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import type { EarningRule, EarningRules } from "./Program.ts"

const most = 2_147_483_647

const exclusions = Schema.Array(LabelText(100)).check(Schema.isMaxLength(50))

/** How the spend of a stay in one currency becomes base points, as partners see it. */
export const EarningRuleView = Schema.Struct({
  category: LabelText(100).annotateKey({
    description: "What the rule is for, as a label: the spend of a stay is one figure, whatever it was for"
  }),
  pointsPerUnit: DecimalNumber({ minimum: 0, maximum: 10_000, decimals: 4 }).annotateKey({
    description: "Points for each unit of the currency, with at most four decimals"
  }),
  currency: Schema.String.check(
    Schema.isPattern(/^[A-Z]{3}$/u, { expected: "a currency code of ISO 4217, such as EUR" }),
    Schema.isMaxLength(3)
  ).annotateKey({ description: "Currency of the spend, ISO 4217" }),
  minSpend: Schema.NullOr(DecimalNumber({ minimum: 0, maximum: 1_000_000_000, decimals: 4 })).annotateKey({
    description: "Spend from which on the rule applies, in units of the currency; null for any"
  }),
  maxPointsPerStay: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))).annotateKey({
    description: "Most base points of a stay; null without a limit"
  }),
  exclusions: exclusions.annotateKey({
    description: "Booking channels whose stays earn nothing by the rule, as the hotel's system reports them"
  })
}).annotate({ identifier: "EarningRule" })
export interface EarningRuleView extends Schema.Schema.Type<typeof EarningRuleView> {}

const rules = <S extends Schema.Constraint>(rule: S) => Schema.Array(rule).check(Schema.isMaxLength(100))

/** One version of a program's rules; version 0, without rules, until there is one. */
export const EarningRulesView = Schema.Struct({
  version: Schema.Int.annotateKey({ description: "Number of the version; 0 while no rules are in force" }),
  effectiveFrom: Schema.NullOr(CalendarDate).annotateKey({
    description: "First check-in date of the version; null while no rules are in force"
  }),
  rules: rules(EarningRuleView).annotateKey({
    description: "In order: of those in the currency of a stay, the first whose `minSpend` it reaches applies"
  })
}).annotate({ identifier: "EarningRules" })
export interface EarningRulesView extends Schema.Schema.Type<typeof EarningRulesView> {}

const { category, currency, maxPointsPerStay, minSpend, pointsPerUnit } = EarningRuleView.fields

/** Rules as they are written; what is left out of one is null, or empty. */
export const NewRules = rules(
  Schema.Struct({
    category,
    pointsPerUnit,
    currency,
    minSpend: Schema.optionalKey(minSpend),
    maxPointsPerStay: Schema.optionalKey(maxPointsPerStay),
    exclusions: Schema.optionalKey(EarningRuleView.fields.exclusions)
  })
).check(
  Schema.makeFilter((all) => {
    const seen = new Set<string>()
    for (const [index, rule] of all.entries()) {
      const key = `${rule.currency} ${rule.category}`
      if (seen.has(key)) return { path: [index, "category"], issue: "must be there once for a currency" }
      seen.add(key)
    }
    return undefined
  })
)

/** Rules in place of those that hold. */
export const NewEarningRules = Schema.Struct({
  effectiveFrom: CalendarDate.annotateKey({
    description: "First check-in date that the rules are for: today (UTC) or later"
  }),
  rules: NewRules.annotateKey({
    description: "In order: of those in the currency of a stay, the first whose `minSpend` it reaches applies"
  })
})
export interface NewEarningRules extends Schema.Schema.Type<typeof NewEarningRules> {}

const decimal = BigDecimal.fromNumberUnsafe

/** The rules of a request as they are stored. */
export const toEarningRules = (written: typeof NewRules.Type): ReadonlyArray<EarningRule> =>
  written.map((rule) => ({
    category: rule.category,
    pointsPerUnit: decimal(rule.pointsPerUnit),
    currency: rule.currency,
    minSpend: rule.minSpend === undefined || rule.minSpend === null ? null : decimal(rule.minSpend),
    maxPointsPerStay: rule.maxPointsPerStay ?? null,
    exclusions: rule.exclusions ?? []
  }))

const number = BigDecimal.toNumberUnsafe

/** A stored version as partners see it. */
export const showEarningRules = (stored: {
  readonly version: number
  readonly effectiveFrom: string | null
  readonly rules: EarningRules["rules"]
}): EarningRulesView => ({
  version: stored.version,
  effectiveFrom: stored.effectiveFrom,
  rules: stored.rules.map((rule) => ({
    category: rule.category,
    pointsPerUnit: number(rule.pointsPerUnit),
    currency: rule.currency,
    minSpend: rule.minSpend === null ? null : number(rule.minSpend),
    maxPointsPerStay: rule.maxPointsPerStay,
    exclusions: rule.exclusions
  }))
})
