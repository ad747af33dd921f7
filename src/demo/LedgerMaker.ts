import type { DateTime } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { FulfillmentId } from "../domain/fulfillments/Fulfillment.ts"
import type { MemberId } from "../domain/members/Member.ts"
import { changedSums } from "../domain/wallet/changedSums.ts"
import { expirePoints } from "../domain/wallet/expirePoints.ts"
import { beginMove, type Move } from "../domain/wallet/Move.ts"
import type { Charges } from "../domain/wallet/refundPoints.ts"
import {
  emptyWallet,
  type Wallet,
  type WalletActivity,
  type WalletEntry,
  type WalletLot
} from "../domain/wallet/Wallet.ts"

type Ledger = Pick<Dataset, "wallets" | "walletEntries" | "walletLots" | "walletActivity">

/** Builds wallet ledgers by the rules of the service, one move at a time. */
export interface LedgerMaker {
  /** Like `moveWallet`: due lots expire first. Moves of a member must be added in order of time. */
  readonly move: (memberId: MemberId, at: DateTime.Utc, rule: (move: Move) => Move) => void
  readonly charges: (fulfillmentId: FulfillmentId) => Charges
  readonly settle: (fulfillmentId: FulfillmentId) => void
  /** Adds an activity item, such as points to come, or replaces the one with the same id. */
  readonly addActivity: (item: WalletActivity) => void
  readonly ledger: () => Ledger
}

export const makeLedger = (newId: () => string): LedgerMaker => {
  const wallets = new Map<number, Wallet>()
  const lots = new Map<string, WalletLot>()
  const activity = new Map<string, WalletActivity>()
  const entries: Array<WalletEntry> = []

  const walletOf = (memberId: MemberId) => wallets.get(memberId) ?? emptyWallet(memberId)

  const settle = (fulfillmentId: FulfillmentId) => {
    for (const item of activity.values()) {
      if (item.type === "spend" && item.fulfillmentId === fulfillmentId) {
        activity.set(item.id, { ...item, status: "completed" })
      }
    }
  }

  const post = (move: Move) => {
    const { activities, credit, entries: written, nextExpiryAt, valid } = changedSums(move)
    if (written === 0) return
    const wallet = walletOf(move.wallet.memberId)
    wallets.set(wallet.memberId, {
      ...wallet,
      validBalance: wallet.validBalance + valid,
      creditBalance: wallet.creditBalance + credit,
      nextExpiryAt,
      movedAt: move.at,
      entryCount: wallet.entryCount + written,
      activityCount: wallet.activityCount + activities
    })
    entries.push(...move.entries)
    for (const lot of move.lots.values()) lots.set(lot.id, lot)
    for (const item of move.activities) activity.set(item.id, item)
    if (move.settles !== null) settle(move.settles)
  }

  return {
    move: (memberId, at, rule) => {
      const open = [...lots.values()].filter((lot) => lot.memberId === memberId && lot.remaining > 0)
      const wallet = { memberId, movedAt: walletOf(memberId).movedAt, lots: open }
      post(rule(expirePoints(beginMove(wallet, at, newId))))
    },
    charges: (fulfillmentId) => {
      const charged = entries.filter((entry) => entry.type === "SPEND" && entry.fulfillmentId === fulfillmentId)
      const touched = new Set(charged.flatMap(({ movements }) => movements.map(({ lotId }) => lotId)))
      return { entries: charged, lots: [...lots.values()].filter(({ id }) => touched.has(id)) }
    },
    settle,
    addActivity: (item) => {
      if (!wallets.has(item.memberId)) wallets.set(item.memberId, emptyWallet(item.memberId))
      activity.set(item.id, item)
    },
    ledger: () => ({
      wallets: [...wallets.values()],
      walletEntries: entries,
      walletLots: [...lots.values()],
      walletActivity: [...activity.values()]
    })
  }
}
