import { DateTime } from "effect"
import type { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import type { MemberId } from "../members/Member.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { Asset, EntryType, WalletActivity, WalletEntry, WalletLot } from "./Wallet.ts"

/** What rules may know of a wallet: its member and the lots that have points left, in the order they are consumed. */
export interface OpenWallet {
  readonly memberId: MemberId
  /** When it was last moved; null before the first time. */
  readonly movedAt: DateTime.Utc | null
  readonly lots: ReadonlyArray<WalletLot>
}

/**
 * What one transaction does to one wallet. Rules take a move and answer it with more in it; the store writes it whole.
 * `lots` and `activities` are rows as they become, new or changed; `entries` are always new.
 */
export interface Move {
  readonly wallet: OpenWallet
  readonly groupId: string
  readonly at: DateTime.Utc
  readonly newId: () => string
  readonly entries: ReadonlyArray<WalletEntry>
  readonly lots: ReadonlyMap<string, WalletLot>
  readonly activities: ReadonlyArray<WalletActivity>
  /** The fulfillment whose spend items are done with this move: it was refunded (DOMAIN 4.3). Null when there is none. */
  readonly settles: FulfillmentId | null
}

/** Clocks of several processes differ, and moves meet in a millisecond: a move is later than the one before all the same. */
const laterThan = (movedAt: DateTime.Utc | null, now: DateTime.Utc) =>
  movedAt === null ? now : DateTime.max(now, DateTime.add(movedAt, { milliseconds: 1 }))

/** When a lot ends, in milliseconds since 1970; one that never does comes after all others. */
export const endOf = (lot: WalletLot) => lot.expiresAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

/** VALID that ends first, then by age, CREDIT last (DOMAIN 4.1): `wallet_lots_open` has the same order. */
export const inOrder = (lots: ReadonlyArray<WalletLot>) =>
  lots.toSorted((a, b) => {
    const [x, y] = [endOf(a), endOf(b)]
    if (x !== y) return x < y ? -1 : 1
    return a.id < b.id ? -1 : 1
  })

/** A move that does nothing yet; to be begun when the wallet is locked, so that `at` orders the moves of a wallet. */
export const beginMove = (wallet: OpenWallet, now: DateTime.Utc, newId: () => string): Move => ({
  wallet: { ...wallet, lots: inOrder(wallet.lots) },
  groupId: newId(),
  at: laterThan(wallet.movedAt, now),
  newId,
  entries: [],
  lots: new Map(),
  activities: [],
  settles: null
})

/** The lots that have points left after the move so far, in the order they are consumed. */
export const openLots = ({ lots, wallet }: Move): ReadonlyArray<WalletLot> => {
  if (lots.size === 0) return wallet.lots
  const all = new Map(wallet.lots.map((lot) => [lot.id, lot]))
  for (const [id, lot] of lots) all.set(id, lot)
  return inOrder([...all.values()].filter(({ memberId, remaining }) => remaining > 0 && memberId === wallet.memberId))
}

/** The points of one asset after the move so far; of both when none is named. */
export const balanceOf = (move: Move, asset?: Asset): number =>
  openLots(move).reduce((sum, lot) => (asset === undefined || lot.asset === asset ? sum + lot.remaining : sum), 0)

export interface EntryFacts {
  readonly type: EntryType
  readonly asset: Asset
  readonly description: string
  readonly sourceType: "reservation" | "offer" | "transfer" | "adjustment"
  readonly sourceId: string
  readonly fulfillmentId?: FulfillmentId
  readonly reservationId?: ReservationId
  readonly transferId?: string
  readonly correctionId?: string
  readonly reversesEntryId?: string
  readonly metadata?: WalletEntry["metadata"]
}

/** How an entry is told as activity (DOMAIN 4.2). */
export const activityTypes = {
  EARN: "earn",
  SPEND: "spend",
  GIFT: "transfer",
  ADJUST: "adjustment",
  EXPIRE: "adjustment"
} as const satisfies Record<EntryType, WalletActivity["type"]>

/** The entry's activity item (DOMAIN 4.2): a spend waits for its fulfillment, everything else is done at once. */
const activityOf = (move: Move, entry: WalletEntry, pendingEarn: WalletActivity | undefined): WalletActivity => {
  const { asset, createdAt, description, fulfillmentId, id, memberId, points, reservationId, sourceId, sourceType } =
    entry
  const told = {
    amount: points,
    asset,
    description,
    entryId: id,
    status: entry.type === "SPEND" ? "pending" : "completed"
  } as const
  return pendingEarn === undefined
    ? {
        id: move.newId(),
        memberId,
        type: activityTypes[entry.type],
        sourceType,
        sourceId,
        reservationId,
        fulfillmentId,
        createdAt,
        ...told
      }
    : { ...pendingEarn, ...told }
}

/** What an entry does: points into or out of a lot that is there, or into a new one of the entry's asset. */
export type LotChange =
  | { readonly lot: WalletLot; readonly points: number }
  | { readonly expiresAt: DateTime.Utc | null; readonly points: number }

/** The lot of a change as it becomes: a new one holds exactly what the entry credits. */
const lotAfter = (move: Move, change: LotChange, asset: Asset, sourceEntryId: string): WalletLot =>
  "lot" in change
    ? { ...change.lot, remaining: change.lot.remaining + change.points }
    : {
        id: move.newId(),
        memberId: move.wallet.memberId,
        asset,
        original: change.points,
        remaining: change.points,
        expiresAt: change.expiresAt,
        sourceEntryId,
        createdAt: move.at
      }

/** Adds an entry of the sum of `changes`, with its activity item: `pendingEarn` when that was told of before. */
export const addEntry = (
  move: Move,
  facts: EntryFacts,
  changes: ReadonlyArray<LotChange>,
  pendingEarn?: WalletActivity
): Move => {
  const id = move.newId()
  const changed = changes.map((change) => ({ lot: lotAfter(move, change, facts.asset, id), points: change.points }))
  const entry: WalletEntry = {
    id,
    memberId: move.wallet.memberId,
    groupId: move.groupId,
    type: facts.type,
    asset: facts.asset,
    points: changed.reduce((sum, { points }) => sum + points, 0),
    movements: changed.map(({ lot, points }) => ({ lotId: lot.id, points })),
    description: facts.description,
    sourceType: facts.sourceType,
    sourceId: facts.sourceId,
    fulfillmentId: facts.fulfillmentId ?? null,
    reservationId: facts.reservationId ?? null,
    transferId: facts.transferId ?? null,
    correctionId: facts.correctionId ?? null,
    reversesEntryId: facts.reversesEntryId ?? null,
    metadata: facts.metadata ?? {},
    createdAt: move.at
  }
  return {
    ...move,
    entries: [...move.entries, entry],
    lots: new Map([...move.lots, ...changed.map(({ lot }): [string, WalletLot] => [lot.id, lot])]),
    activities: [...move.activities, activityOf(move, entry, pendingEarn)]
  }
}
