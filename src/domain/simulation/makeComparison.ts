import type { EarningStay } from "./EarningStays.ts"

/** The points of a stay under the rules in force and under the simulated rules. */
interface Compared extends Pick<EarningStay, "tier"> {
  readonly reservationId: string
  readonly before: number
  readonly after: number
}

/** Number of stays listed individually. */
const maxListed = 10

const difference = ({ after, before }: Pick<Compared, "after" | "before">) => after - before

/** Largest absolute difference first; ties by id. */
const bySize = (a: Compared, b: Compared) => {
  const [x, y] = [Math.abs(difference(a)), Math.abs(difference(b))]
  if (x !== y) return y - x
  return a.reservationId < b.reservationId ? -1 : 1
}

const zeroSums = { stays: 0, before: 0, after: 0 }

const plus = (sums: typeof zeroSums, { after, before }: Compared) => ({
  stays: sums.stays + 1,
  before: sums.before + before,
  after: sums.after + after
})

const withDifference = (sums: typeof zeroSums) => ({ ...sums, difference: difference(sums) })

/** Adds up stays by tier; memory holds only the tiers and the largest differences. */
export const makeComparison = () => {
  const tiers = new Map<number | undefined, { readonly tier: EarningStay["tier"]; readonly sums: typeof zeroSums }>()
  let totals = zeroSums
  let largest: ReadonlyArray<Compared> = []

  const add = (stay: Compared) => {
    const key = stay.tier?.level
    totals = plus(totals, stay)
    tiers.set(key, { tier: stay.tier, sums: plus(tiers.get(key)?.sums ?? zeroSums, stay) })
    const last = largest[maxListed - 1]
    if (difference(stay) === 0 || (last !== undefined && bySize(last, stay) < 0)) return
    largest = [...largest, stay].toSorted(bySize).slice(0, maxListed)
  }

  return {
    add,
    /** Tiers ascending by level; stays of members without a tier last. */
    result: () => ({
      totals: withDifference(totals),
      tiers: [...tiers.values()]
        .toSorted((a, b) => (a.tier?.level ?? Infinity) - (b.tier?.level ?? Infinity))
        .map(({ sums, tier }) => ({ tier: tier?.name ?? null, ...withDifference(sums) })),
      largest: largest.map((stay) => ({
        reservationId: stay.reservationId,
        tier: stay.tier?.name ?? null,
        before: stay.before,
        after: stay.after,
        difference: difference(stay)
      }))
    })
  }
}
