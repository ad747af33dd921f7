import { Asset } from "../wallet/Wallet.ts"
import type { LiabilitySums } from "./LiabilityBooks.ts"
import { type Movement, movements } from "./movementOf.ts"

/** Months ascending; points without expiry last. */
const inOrder = (a: string | null, b: string | null) => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return a < b ? -1 : 1
}

const blank = () => ({
  opening: 0,
  overdue: 0,
  moved: new Map<Movement, number>(),
  months: new Map<string | null, number>(),
  held: { opening: 0, redeemed: 0, lapsed: 0, closing: 0 }
})

/** Adds up the sums of members by asset; memory grows only with the number of expiry months. */
export const makeTally = () => {
  const totals = { VALID: blank(), CREDIT: blank() }

  const add = ({ held, moved, open }: LiabilitySums) => {
    for (const { asset, isBefore, movement, points } of moved) {
      const total = totals[asset]
      if (isBefore) total.opening += points
      else total.moved.set(movement, (total.moved.get(movement) ?? 0) + points)
    }
    for (const { asset, isOver, month, points } of open) {
      const total = totals[asset]
      total.months.set(month, (total.months.get(month) ?? 0) + points)
      if (isOver) total.overdue += points
    }
    for (const { asset, closing, lapsed, opening, redeemed } of held) {
      const total = totals[asset].held
      total.opening += opening
      total.redeemed += redeemed
      total.lapsed += lapsed
      total.closing += closing
    }
  }

  const assetOf = (asset: Asset) => {
    const { held, months, moved, opening, overdue } = totals[asset]
    const sumOf = (movement: Movement) => moved.get(movement) ?? 0
    const changes = {
      earned: sumOf("earned"),
      spent: sumOf("spent"),
      refunded: sumOf("refunded"),
      expired: sumOf("expired"),
      adjusted: sumOf("adjusted"),
      gifted: sumOf("gifted")
    }
    return {
      asset,
      opening,
      ...changes,
      closing: movements.reduce((sum, movement) => sum + changes[movement], opening),
      overdue,
      expiring: [...months]
        .filter(([, points]) => points !== 0)
        .toSorted(([a], [b]) => inOrder(a, b))
        .map(([month, points]) => ({ month, points })),
      held: {
        opening: held.opening,
        charged: 0 - changes.spent,
        refunded: 0 - changes.refunded,
        redeemed: 0 - held.redeemed,
        lapsed: 0 - held.lapsed,
        closing: held.closing
      }
    }
  }

  return { add, assets: () => Asset.literals.map(assetOf) }
}
