import type { Asset } from "../wallet/Wallet.ts"
import type { LiabilitySums } from "./LiabilityBooks.ts"
import { type Movement, movements } from "./movementOf.ts"

const assets: ReadonlyArray<Asset> = ["VALID", "CREDIT"]

/** Months ascend; the points without an end come last. */
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

/** Adds up the sums of the members, asset by asset; holds a number for each month in which points end. */
export const makeTally = () => {
  const all = { VALID: blank(), CREDIT: blank() }

  const add = ({ held, moved, open }: LiabilitySums) => {
    for (const { asset, isBefore, movement, points } of moved) {
      const of = all[asset]
      if (isBefore) of.opening += points
      else of.moved.set(movement, (of.moved.get(movement) ?? 0) + points)
    }
    for (const { asset, isOver, month, points } of open) {
      const of = all[asset]
      of.months.set(month, (of.months.get(month) ?? 0) + points)
      if (isOver) of.overdue += points
    }
    for (const { asset, closing, lapsed, opening, redeemed } of held) {
      const of = all[asset].held
      of.opening += opening
      of.redeemed += redeemed
      of.lapsed += lapsed
      of.closing += closing
    }
  }

  const assetOf = (asset: Asset) => {
    const { held, months, moved, opening, overdue } = all[asset]
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

  return { add, assets: () => assets.map(assetOf) }
}
