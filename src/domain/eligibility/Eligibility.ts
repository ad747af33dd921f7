import { Predicate, Record, Schema } from "effect"

/** Why a member is not eligible for a perk or an offer here and now. Clients match on it; an open set. */
export const EligibilityCode = Schema.Literals([
  "not_enrolled",
  "tier_level",
  "entitlement_missing",
  "venue",
  "date",
  "stay_required",
  "points",
  "check_in_window",
  "sold_out",
  "expired",
  "requires_stay",
  "stay_ended",
  "property"
])
export type EligibilityCode = typeof EligibilityCode.Type

/** The numbers, names and dates behind a code: required and actual values. */
export const EligibilityFacts = Schema.Record(Schema.String, Schema.Union([Schema.Finite, Schema.String]))
export type EligibilityFacts = typeof EligibilityFacts.Type

/** Facts some of which may not be set. */
type PossibleFacts = Readonly<Record<string, EligibilityFacts[string] | null>>

/** The facts that are set; the others are absent. */
export const factsOf = (facts: PossibleFacts): EligibilityFacts => Record.filter(facts, Predicate.isNotNull)

/** Whether a member is eligible and, if not, the first reason (MEM-052, MEM-062). */
export type Eligibility =
  | { readonly isEligible: true }
  | { readonly isEligible: false; readonly code: EligibilityCode; readonly facts: EligibilityFacts }

export const eligible: Eligibility = { isEligible: true }

export const ineligible = (code: EligibilityCode, facts: PossibleFacts = {}): Eligibility => ({
  isEligible: false,
  code,
  facts: factsOf(facts)
})

const reasons: { readonly [Code in EligibilityCode]: (facts: EligibilityFacts) => string } = {
  not_enrolled: () => "You are not enrolled in a program of this organization",
  tier_level: ({ actual, required }) => `Needs tier level ${required}; yours is ${actual}`,
  entitlement_missing: () => "Your tier does not include this perk",
  venue: ({ propertyId }) =>
    propertyId === undefined ? "Available at some properties only: choose one" : "Not available at this property",
  date: ({ date }) => `Not available on ${date}`,
  stay_required: () => "Needs a stay",
  points: ({ required, spendable }) => `Needs ${required} points; you have ${spendable}`,
  check_in_window: () => "Not available for this check-in date",
  sold_out: () => "Sold out",
  expired: () => "No longer available",
  requires_stay: () => "Needs a stay",
  stay_ended: ({ status }) => `The stay is ${status}`,
  property: ({ propertyId }) =>
    propertyId === undefined ? "Needs a property: choose one" : "Not available at this property"
}

/** The reason as one English sentence without a full stop. */
export const eligibilityReason = (code: EligibilityCode, facts: EligibilityFacts): string => reasons[code](facts)

/** The eligibility fields of a perk or an offer; the last two only when the member is not eligible. */
export const eligibilityFields = {
  isEligible: Schema.Boolean.annotateKey({ description: "Whether the member is eligible here and now" }),
  eligibilityReason: Schema.optionalKey(Schema.NonEmptyString).annotateKey({
    description: "Why not, in one English sentence; absent when eligible"
  }),
  eligibility: Schema.optionalKey(
    Schema.Struct({
      code: EligibilityCode.annotateKey({
        description: "Machine-readable reason; an open set"
      }),
      facts: EligibilityFacts.annotateKey({ description: "Required and actual values" })
    }).annotate({
      identifier: "Ineligibility",
      description: "The reason as data: a stable code and its facts"
    })
  ).annotateKey({ description: "Why not, as data; absent when eligible" })
}

/** An eligibility in the shape of `eligibilityFields` (MEM-052, MEM-064). */
export const toEligibilityFields = (eligibility: Eligibility) => {
  if (eligibility.isEligible) return { isEligible: true }
  const { code, facts } = eligibility
  return { isEligible: false, eligibilityReason: eligibilityReason(code, facts), eligibility: { code, facts } }
}
