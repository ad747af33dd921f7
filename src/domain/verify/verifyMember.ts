import { DateTime } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Asset, WalletLot } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import type { BookedActivity, BookedEntry, BookedWallet } from "./LedgerBooks.ts"
import { matchActivity } from "./matchActivity.ts"
import { replayLots } from "./replayLots.ts"
import { instantOrNull } from "../shared/Instant.ts"

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

const none = "nothing"

/** Checks the reference and the sign that each entry type requires (DOMAIN 4). */
const verifyType = (compare: Compare, { fulfillmentId, id, points, reservationId, transferId, type }: BookedEntry) => {
  const sign = points > 0 ? "credit" : "debit"
  const expect = (expected: string, owner: string | number | null) =>
    compare("entry_type", `entry:${id}`, `${type} ${expected}`, `${type} ${sign} for ${owner ?? none}`)
  if (points === 0) return compare("entry_type", `entry:${id}`, "points", 0)
  if (type === "EARN") expect(`credit for ${reservationId ?? "a stay"}`, reservationId)
  else if (type === "SPEND") expect(`debit for ${fulfillmentId ?? "a claim"}`, fulfillmentId)
  else if (type === "GIFT") expect(`${sign} for ${transferId ?? "a transfer"}`, transferId)
  else if (type === "EXPIRE") expect(`debit for ${none}`, null)
}

const chargeText = ({
  asset,
  fulfillmentId,
  points,
  type
}: Pick<BookedEntry, "asset" | "fulfillmentId" | "points" | "type">) => `${type} ${points} ${asset} of ${fulfillmentId}`

/** Checks that a reversal refunds one whole charge of the same claim, in the same asset (MEM-080). */
const verifyReversal = (compare: Compare, entry: BookedEntry) => {
  const { asset, fulfillmentId, points, reversed, reversesEntryId, type } = entry
  if (reversesEntryId === null) {
    const isRefund = type === "ADJUST" && fulfillmentId !== null
    return compare("entry_reversal", `entry:${entry.id}`, isRefund ? "a charge" : "none", "none")
  }
  const charge = chargeText({ type: "SPEND", points: -points, asset, fulfillmentId })
  compare("entry_reversal", `entry:${entry.id}`, charge, reversed === null ? "none" : chargeText(reversed))
}

/**
 * Checks that the claim or stay of an entry is there and belongs to the entry's member, both after merges: history
 * stays with the merged account, and a refund goes to the claim's current member (DOMAIN 4.5).
 */
const verifyOwner = (
  compare: Compare,
  { claim, fulfillmentId, id, reservationId, stay }: BookedEntry,
  owner: MemberId
) => {
  const subject = `entry:${id}`
  const check = (of: string, found: BookedEntry["claim"]) => {
    if (found === null) return compare("entry_owner", subject, of, "missing")
    compare("entry_owner", subject, `${of} of member ${owner}`, `${of} of member ${found.ownerId ?? owner}`)
  }
  if (fulfillmentId !== null) check(`claim ${fulfillmentId}`, claim)
  if (reservationId !== null) check(`stay ${reservationId}`, stay)
}

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
      lots.entry(entry)
      activity.entry(entry)
      verifyType(compare, entry)
      verifyOwner(compare, entry, wallet?.ownerId ?? memberId)
      verifyReversal(compare, entry)
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
