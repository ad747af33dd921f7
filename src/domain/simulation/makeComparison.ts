import type { EarningStay } from "./EarningStays.ts"

/** The points of a stay under the rules that were or are in force, and under other ones. */
interface Compared extends Pick<EarningStay, "tier"> {
  readonly reservationId: string
  readonly before: number
  readonly after: number
}

/** Stays that are named one by one. */
const mostNamed = 10

const difference = ({ after, before }: Pick<Compared, "after" | "before">) => after - before

/** The largest difference first, whatever its sign; equal ones by id. */
const bySize = (a: Compared, b: Compared) => {
  const [x, y] = [Math.abs(difference(a)), Math.abs(difference(b))]
  if (x !== y) return y - x
  return a.reservationId < b.reservationId ? -1 : 1
}

const none = { stays: 0, before: 0, after: 0 }

const plus = (sums: typeof none, { after, before }: Compared) => ({
  stays: sums.stays + 1,
  before: sums.before + before,
  after: sums.after + after
})

const withDifference = (sums: typeof none) => ({ ...sums, difference: difference(sums) })

/** Adds up stays by tier; holds the tiers and the largest differences only. */
export const makeComparison = () => {
  const tiers = new Map<number | undefined, { readonly tier: EarningStay["tier"]; readonly sums: typeof none }>()
  let totals = none
  let largest: ReadonlyArray<Compared> = []

  const add = (stay: Compared) => {
    const key = stay.tier?.level
    totals = plus(totals, stay)
    tiers.set(key, { tier: stay.tier, sums: plus(tiers.get(key)?.sums ?? none, stay) })
    const last = largest[mostNamed - 1]
    if (difference(stay) === 0 || (last !== undefined && bySize(last, stay) < 0)) return
    largest = [...largest, stay].toSorted(bySize).slice(0, mostNamed)
  }

  return {
    add,
    /** Tiers ascend by level, the stays of members without one come last. */
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
