import type { Wallet, WalletEntry, WalletLot } from "../../domain/wallet/Wallet.ts"

/** The values that at most one entry may have, like the unique indexes of `wallet_entries`. */
const factsOf = (entry: WalletEntry): ReadonlyArray<string> => {
  const { asset, correctionId, fulfillmentId, memberId, reservationId, reversesEntryId, transferId, type } = entry
  return [
    `id ${entry.id}`,
    ...(type === "EARN" ? [`earn ${reservationId} ${asset}`] : []),
    ...(type === "SPEND" ? [`spend ${fulfillmentId} ${asset}`] : []),
    ...(type === "GIFT" ? [`transfer ${transferId} ${memberId} ${asset}`] : []),
    ...(reversesEntryId === null ? [] : [`reversal ${reversesEntryId}`]),
    ...(correctionId === null ? [] : [`correction ${correctionId} ${asset}`])
  ]
}

const hasOwner = ({ fulfillmentId, reservationId, reversesEntryId, transferId, type }: WalletEntry) =>
  (type !== "EARN" || reservationId !== null) &&
  (type !== "SPEND" || fulfillmentId !== null) &&
  (type !== "GIFT" || transferId !== null) &&
  (type === "ADJUST" || reversesEntryId === null)

const hasSign = ({ points, type }: WalletEntry) => {
  if (type === "EARN") return points > 0
  return type === "SPEND" || type === "EXPIRE" ? points < 0 : points !== 0
}

const reversesWhole = (entry: WalletEntry, entries: ReadonlyMap<string, WalletEntry>) => {
  if (entry.reversesEntryId === null) return true
  const reversed = entries.get(entry.reversesEntryId)
  return reversed?.asset === entry.asset && reversed.points === -entry.points
}

/**
 * The constraint that the first offending entry of `added` violates against the existing entries; undefined if none.
 */
export const brokenByEntries = (
  there: ReadonlyArray<WalletEntry>,
  added: ReadonlyArray<WalletEntry>
): string | undefined => {
  const taken = new Set(there.flatMap(factsOf))
  const all = new Map([...there, ...added].map((entry) => [entry.id, entry]))
  for (const entry of added) {
    const again = factsOf(entry).find((fact) => taken.has(fact))
    if (again !== undefined) return `there is an entry of ${again}`
    if (!hasOwner(entry)) return `entry ${entry.id} names no owner of its type`
    if (!hasSign(entry)) return `entry ${entry.id} of ${entry.points} points`
    if (!reversesWhole(entry, all)) return `entry ${entry.id} does not reverse the whole of another`
    for (const fact of factsOf(entry)) taken.add(fact)
  }
  return undefined
}

/** The checks of `wallet_lots`: the remainder lies within the original, VALID has an end and CREDIT has none. */
export const brokenByLot = ({ asset, expiresAt, id, original, remaining }: WalletLot): string | undefined => {
  if (original <= 0 || remaining < 0 || remaining > original) return `lot ${id} holds ${remaining} of ${original}`
  return (asset === "CREDIT") === (expiresAt === null) ? undefined : `lot ${id} of ${asset} ends at the wrong time`
}

export const brokenByWallet = ({ creditBalance, memberId, validBalance }: Wallet): string | undefined =>
  validBalance < 0 || creditBalance < 0 ? `wallet ${memberId} holds ${validBalance} and ${creditBalance}` : undefined
