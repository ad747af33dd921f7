import { DateTime } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Asset, WalletLot } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import type { BookedActivity, BookedEntry, BookedWallet } from "./LedgerBooks.ts"
import { matchActivity } from "./matchActivity.ts"
import { replayLots } from "./replayLots.ts"
import { instantOrNull } from "../shared/Instant.ts"
import { verifyEntry } from "./verifyEntry.ts"

const assets: ReadonlyArray<Asset> = ["VALID", "CREDIT"]

const earlier = (a: DateTime.Utc | null, b: DateTime.Utc | null) => {
  if (a === null || b === null) return a ?? b
  return DateTime.min(a, b)
}

/** Entries of one move are adjacent and share their time; each move is later than the previous one. */
const isInOrder = (before: BookedEntry, entry: BookedEntry) =>
  before.groupId === entry.groupId
    ? DateTime.Equivalence(before.createdAt, entry.createdAt)
    : DateTime.isLessThan(before.createdAt, entry.createdAt)

/** Checks the books of one member against each other; rows arrive wallet first, then in time order. */
export const verifyMember = (memberId: MemberId, compare: Compare) => {
  const subject = `member:${memberId}`
  const lots = replayLots(compare)
  const activity = matchActivity(compare)
  const credited: Record<Asset, number> = { VALID: 0, CREDIT: 0 }
  const remaining: Record<Asset, number> = { VALID: 0, CREDIT: 0 }
  let wallet: BookedWallet | undefined
  let entries = 0
  let last: BookedEntry | undefined
  let nextEnd: DateTime.Utc | null = null

  const compareWallet = ({
    activityCount,
    creditBalance,
    entryCount,
    movedAt,
    nextExpiryAt,
    validBalance
  }: BookedWallet) => {
    compare("balance", `${subject} VALID`, credited.VALID, validBalance)
    compare("balance", `${subject} CREDIT`, credited.CREDIT, creditBalance)
    compare("entry_count", subject, entries, entryCount)
    compare("next_expiry", subject, instantOrNull(nextEnd), instantOrNull(nextExpiryAt))
    compare("moved_at", subject, instantOrNull(last?.createdAt ?? null), instantOrNull(movedAt))
    return activityCount
  }

  return {
    memberId,
    wallet: (row: BookedWallet) => {
      wallet = row
    },
    lot: (lot: WalletLot) => {
      lots.lot(lot)
      remaining[lot.asset] += lot.remaining
      if (lot.remaining > 0) nextEnd = earlier(nextEnd, lot.expiresAt)
    },
    entry: (entry: BookedEntry) => {
      lots.entry(entry, wallet?.closedAt ?? null)
      activity.entry(entry)
      verifyEntry(entry, wallet?.ownerId ?? memberId, compare)
      if (last !== undefined && !isInOrder(last, entry)) {
        compare("entry_order", `entry:${entry.id}`, `after ${last.id}`, DateTime.formatIso(entry.createdAt))
      }
      credited[entry.asset] += entry.points
      entries += 1
      last = entry
    },
    activity: (item: BookedActivity) => activity.item(item),
    end: () => {
      lots.end()
      const activityTotals = activity.end()
      for (const asset of assets) compare("lots", `${subject} ${asset}`, credited[asset], remaining[asset])
      compare("activity_sum", subject, credited.VALID + credited.CREDIT, activityTotals.sum)
      if (wallet === undefined) compare("wallet", subject, "a wallet", "none")
      else compare("activity_count", subject, activityTotals.count, compareWallet(wallet))
    }
  }
}
