import { BigDecimal } from "effect"
import type { EarningRule } from "../programs/Program.ts"
import { maxInt } from "../shared/maxInt.ts"
import { minorDigits } from "../shared/minorDigits.ts"
import type { StayFacts } from "./StayFacts.ts"

/** The points of a stay. `totalPoints` is base x multiplier, rounded half up to an integer (MEM-046). */
export interface StayPoints {
  readonly basePoints: number
  readonly multiplier: BigDecimal.BigDecimal
  readonly totalPoints: number
  /** False while the points are pending, true once they are in the wallet (MEM-048). */
  readonly finalized: boolean
}

/** The range of `reservations.total_points`, which a typing error in a rule can exceed. */
const maxTotal = maxInt

const one = BigDecimal.fromBigInt(1n)

/** The range of `reservations.multiplier`; stacked campaigns can exceed it. */
const bounds = { minimum: BigDecimal.make(1n, 2), maximum: BigDecimal.make(999_999n, 2) } as const

/** No value here is negative, so half up equals half away from zero. */
const halfUp = (value: BigDecimal.BigDecimal, scale = 0) => BigDecimal.round(value, { scale, mode: "half-from-zero" })

const wholePoints = (value: BigDecimal.BigDecimal) => BigDecimal.toNumberUnsafe(halfUp(value))

const product = (factors: Iterable<BigDecimal.BigDecimal>) => BigDecimal.multiplyAll(factors)

/** The better of the highest exclusive campaign and the product of the stackable ones (MEM-047). */
export const campaignMultiplier = (campaigns: StayFacts["campaigns"]): BigDecimal.BigDecimal => {
  const multipliersOf = (stacking: StayFacts["campaigns"][number]["stacking"]) =>
    campaigns.filter((campaign) => campaign.stacking === stacking).map(({ multiplier }) => multiplier)
  const stackable = multipliersOf("stackable")
  const [first, ...more] = [...multipliersOf("exclusive"), ...(stackable.length === 0 ? [] : [product(stackable)])]
  return first === undefined ? one : more.reduce((best, other) => BigDecimal.max(best, other), first)
}

/** The multiplier of the member's tier; 1 without a tier. */
export const tierMultiplierOf = ({ tierMultiplier }: StayFacts): BigDecimal.BigDecimal => tierMultiplier ?? one

const multiplierOf = (facts: StayFacts): BigDecimal.BigDecimal =>
  BigDecimal.clamp(halfUp(BigDecimal.multiply(tierMultiplierOf(facts), campaignMultiplier(facts.campaigns)), 2), bounds)

interface Spend {
  readonly amount: BigDecimal.BigDecimal
  readonly currency: string
}

/** The spend of a stay in units of its currency; null until known. */
export const spendOf = ({ currency, spendMinor }: Pick<StayFacts, "currency" | "spendMinor">): Spend | null =>
  currency === null || spendMinor === null
    ? null
    : { amount: BigDecimal.make(BigInt(spendMinor), minorDigits(currency)), currency }

const totalOf = (basePoints: number, multiplier: BigDecimal.BigDecimal) =>
  wholePoints(BigDecimal.multiply(BigDecimal.fromBigInt(BigInt(basePoints)), multiplier))

const applies = (rule: EarningRule, { amount, currency }: Spend, bookingChannel: string | null): boolean =>
  rule.currency === currency &&
  (rule.minSpend === null || BigDecimal.isGreaterThanOrEqualTo(amount, rule.minSpend)) &&
  (bookingChannel === null || !rule.exclusions.includes(bookingChannel))

/** The base points by the first rule that applies: rounded half up once, then capped. */
const baseOf = (spend: Spend, { bookingChannel, rules }: StayFacts): number => {
  const rule = rules.find((each) => applies(each, spend, bookingChannel))
  if (rule === undefined) return 0
  const points = wholePoints(BigDecimal.multiply(spend.amount, rule.pointsPerUnit))
  return Math.min(points, rule.maxPointsPerStay ?? points)
}

/** Whether a stay in this state can earn: neither an inquiry, nor cancelled or a no-show. */
export const mayEarn = ({ pmsStatus, status }: Pick<StayFacts, "pmsStatus" | "status">): boolean =>
  status !== "inquiry" && status !== "cancelled" && pmsStatus !== "no_show"

/**
 * Whether the member sees pending points (DOMAIN 6.1): member and spend are known, and the stay may earn. The amount
 * may be 0.
 */
export const isPendingEarn = (facts: StayFacts): boolean =>
  facts.stored === null && facts.memberId !== null && facts.spendMinor !== null && mayEarn(facts)

const earnedBase = (facts: StayFacts, multiplier: BigDecimal.BigDecimal): number => {
  const spend = spendOf(facts)
  if (!isPendingEarn(facts) || spend === null) return 0
  const maxBase = Math.floor(maxTotal / Math.max(1, BigDecimal.toNumberUnsafe(multiplier)))
  return Math.min(baseOf(spend, facts), maxBase)
}

/**
 * The points of a stay: the single calculation behind the stay, its pending activity item and the wallet's pending
 * points (MEM-047). A finalised stay keeps its figures; one that earns nothing has zero points but still the multiplier
 * it would get (MEM-045, A-93).
 */
export const pointsOf = (facts: StayFacts): StayPoints => {
  if (facts.stored !== null) return { ...facts.stored, finalized: true }
  const multiplier = multiplierOf(facts)
  const basePoints = earnedBase(facts, multiplier)
  return { basePoints, multiplier, totalPoints: totalOf(basePoints, multiplier), finalized: false }
}

/**
 * The total of a finalised stay, recalculated from its current facts at its stored multiplier. Corrections are derived
 * from it (DOMAIN 6.1).
 */
export const correctedTotal = (facts: StayFacts): number => {
  if (facts.stored === null) return 0
  const { multiplier } = facts.stored
  return totalOf(earnedBase({ ...facts, stored: null }, multiplier), multiplier)
}
