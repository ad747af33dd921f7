import { DateTime } from "effect"
import type { Asset, WalletLot } from "../wallet/Wallet.ts"

const endOf = ({ expiresAt }: WalletLot) => expiresAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

/** Whether `lot` is consumed before `other` of the same asset: by earliest expiry, then by age (DOMAIN 4.1). */
const precedes = (lot: WalletLot, other: WalletLot) =>
  endOf(lot) === endOf(other) ? lot.id < other.id : endOf(lot) < endOf(other)

/** Whether a lot has ended at that time; after that, only its expiry takes points from it. */
export const hasEnded = ({ expiresAt }: WalletLot, at: DateTime.Utc): boolean =>
  expiresAt !== null && DateTime.isGreaterThanOrEqualTo(at, expiresAt)

/** The position of the lot among `lots`, or where it belongs. */
const placeOf = (lots: ReadonlyArray<WalletLot>, lot: WalletLot) => {
  let low = 0
  let high = lots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = lots[middle]
    if (other !== undefined && precedes(other, lot)) low = middle + 1
    else high = middle
  }
  return low
}

/** The lots of a member that hold points, in the order in which points are taken from them (DOMAIN 4.1). */
export const openLotsInOrder = () => {
  const open: Record<Asset, Array<WalletLot>> = { VALID: [], CREDIT: [] }
  return {
    /** Adds a lot that holds points, or removes one that no longer does. */
    update: (lot: WalletLot, remaining: number) => {
      const lots = open[lot.asset]
      const place = placeOf(lots, lot)
      const isOpen = lots[place]?.id === lot.id
      if (remaining > 0 && !isOpen) lots.splice(place, 0, lot)
      if (remaining <= 0 && isOpen) lots.splice(place, 1)
    },
    /** The lot of the asset that points are taken from at that time; undefined if there is none. */
    next: (asset: Asset, at: DateTime.Utc) => open[asset].find((lot) => !hasEnded(lot, at))
  }
}
