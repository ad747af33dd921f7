import { BigDecimal, Schema } from "effect"
import { type DecimalBounds, DecimalNumber } from "../shared/DecimalNumber.ts"
import { LabelText } from "../shared/LabelText.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { maxInt } from "../shared/maxInt.ts"
import type { EarningRule, EarningRules } from "./Program.ts"

/** The bounds of the decimals of a rule. */
export const earningBounds = {
  pointsPerUnit: { minimum: 0, maximum: 10_000, decimals: 4 },
  minSpend: { minimum: 0, maximum: 1_000_000_000, decimals: 4 }
} as const satisfies Record<string, DecimalBounds>

const exclusions = Schema.Array(LabelText(100)).check(Schema.isMaxLength(50))

/** A rule that converts the spend of a stay in one currency to base points, as partners see it. */
export const EarningRuleView = Schema.Struct({
  category: LabelText(100).annotateKey({
    description: "A label for the rule; it has no effect, since the spend of a stay is a single figure"
  }),
  pointsPerUnit: DecimalNumber(earningBounds.pointsPerUnit).annotateKey({
    description: "Points for each unit of the currency, with at most four decimals"
  }),
  currency: Schema.String.check(
    Schema.isPattern(/^[A-Z]{3}$/u, { expected: "a currency code of ISO 4217, such as EUR" }),
    Schema.isMaxLength(3)
  ).annotateKey({ description: "Currency of the spend, ISO 4217" }),
  minSpend: Schema.NullOr(DecimalNumber(earningBounds.minSpend)).annotateKey({
    description: "Minimum spend for the rule to apply, in units of the currency; null for any"
  }),
  maxPointsPerStay: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxInt }))).annotateKey({
    description: "Maximum base points of a stay; null for no limit"
  }),
  exclusions: exclusions.annotateKey({
    description: "Booking channels to which the rule does not apply, as reported by the hotel's system"
  })
}).annotate({ identifier: "EarningRule" })
export interface EarningRuleView extends Schema.Schema.Type<typeof EarningRuleView> {}

const rules = <S extends Schema.Constraint>(rule: S) => Schema.Array(rule).check(Schema.isMaxLength(100))

/** One version of a program's rules; version 0, without rules, if none is in force. */
export const EarningRulesView = Schema.Struct({
  version: Schema.Int.annotateKey({ description: "Number of the version; 0 while no rules are in force" }),
  effectiveFrom: Schema.NullOr(CalendarDate).annotateKey({
    description: "First check-in date of the version; null while no rules are in force"
  }),
  rules: rules(EarningRuleView).annotateKey({
    description: "In order: the first rule in the stay's currency whose `minSpend` is reached applies"
  })
}).annotate({ identifier: "EarningRules" })
export interface EarningRulesView extends Schema.Schema.Type<typeof EarningRulesView> {}

const { category, currency, maxPointsPerStay, minSpend, pointsPerUnit } = EarningRuleView.fields

/** One version of rules, as a request or a file sets it: at most 100, one per currency and category. */
export const uniqueRules = <S extends Schema.Schema<Pick<EarningRule, "category" | "currency">>>(rule: S) =>
  rules(rule).check(
    Schema.makeFilter((newRules: ReadonlyArray<Pick<EarningRule, "category" | "currency">>) => {
      const seen = new Set<string>()
      for (const [index, { category, currency }] of newRules.entries()) {
        const key = `${currency} ${category}`
        if (seen.has(key)) return { path: [index, "category"], issue: "must be unique per currency" }
        seen.add(key)
      }
      return undefined
    })
  )

/** Rules in a request; omitted fields become null or empty. */
export const NewRules = uniqueRules(
  Schema.Struct({
    category,
    pointsPerUnit,
    currency,
    minSpend: Schema.optionalKey(minSpend),
    maxPointsPerStay: Schema.optionalKey(maxPointsPerStay),
    exclusions: Schema.optionalKey(EarningRuleView.fields.exclusions)
  })
)

/** Rules that replace those in force. */
export const NewEarningRules = Schema.Struct({
  effectiveFrom: CalendarDate.annotateKey({
    description: "First check-in date that the rules apply to: today (UTC) or later"
  }),
  rules: NewRules.annotateKey({
    description: "In order: the first rule in the stay's currency whose `minSpend` is reached applies"
  })
})
export interface NewEarningRules extends Schema.Schema.Type<typeof NewEarningRules> {}

const decimal = BigDecimal.fromNumberUnsafe

/** Converts the rules of a request to their stored form. */
export const toEarningRules = (rules: typeof NewRules.Type): ReadonlyArray<EarningRule> =>
  rules.map((rule) => ({
    category: rule.category,
    pointsPerUnit: decimal(rule.pointsPerUnit),
    currency: rule.currency,
    minSpend: rule.minSpend === undefined || rule.minSpend === null ? null : decimal(rule.minSpend),
    maxPointsPerStay: rule.maxPointsPerStay ?? null,
    exclusions: rule.exclusions ?? []
  }))

const number = BigDecimal.toNumberUnsafe

/** A stored version as partners see it. */
export const toEarningRulesView = (stored: {
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
