import { pointsOf } from "../reservations/StayPoints.ts"
import { expiringSoonDays, type WalletBalance } from "./WalletBalance.ts"
import type { WalletView } from "./WalletViews.ts"

/** The current amount of each pending earn by activity id, derived from its stay; earns of 0 are omitted (MEM-047). */
export const pendingAmounts = ({ pendingEarns }: Pick<WalletView, "pendingEarns">): ReadonlyMap<string, number> =>
  new Map(
    pendingEarns.flatMap(({ activityId, facts }): ReadonlyArray<[string, number]> => {
      const { totalPoints } = pointsOf(facts)
      return totalPoints === 0 ? [] : [[activityId, totalPoints]]
    })
  )

const sumOf = (points: Iterable<number>) => [...points].reduce((sum, each) => sum + each, 0)

/** The balance that the member sees (MEM-091, MEM-092). */
export const toWalletBalance = (view: WalletView): WalletBalance => {
  const { creditBalance, expiring, validBalance } = view
  return {
    spendablePoints: validBalance + creditBalance,
    validBalance,
    creditBalance,
    pendingPoints: sumOf(pendingAmounts(view).values()),
    expiringPoints: {
      windowDays: expiringSoonDays,
      total: sumOf(expiring.map(({ points }) => points)),
      nextExpirationDate: expiring[0]?.expiresAt ?? null,
      items: expiring
    }
  }
}
