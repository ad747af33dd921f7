import { DateTime } from "effect"
import type { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import type { MemberId } from "../members/Member.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { Asset, EntryType, WalletActivity, WalletEntry, WalletLot } from "./Wallet.ts"

/** A wallet as the rules see it: its member and the lots with points remaining, in order of consumption. */
export interface OpenWallet {
  readonly memberId: MemberId
  /** The time of its last move; null before the first. */
  readonly movedAt: DateTime.Utc | null
  readonly lots: ReadonlyArray<WalletLot>
}

/**
 * The changes of one transaction to one wallet. A rule adds to a move and returns it; the store writes it whole. `lots`
 * and `activities` are new or changed rows in their final state; `entries` are always new.
 */
export interface Move {
  readonly wallet: OpenWallet
  readonly groupId: string
  readonly at: DateTime.Utc
  readonly newId: () => string
  readonly entries: ReadonlyArray<WalletEntry>
  readonly lots: ReadonlyMap<string, WalletLot>
  readonly activities: ReadonlyArray<WalletActivity>
  /** The fulfillment whose spend items are completed by this refund (DOMAIN 4.3); null when there is none. */
  readonly settles: FulfillmentId | null
}

/** Keeps moves strictly ordered in time, even with clock skew or two moves in one millisecond. */
const strictlyAfter = (movedAt: DateTime.Utc | null, now: DateTime.Utc) =>
  movedAt === null ? now : DateTime.max(now, DateTime.add(movedAt, { milliseconds: 1 }))

/** A lot's expiry in epoch milliseconds; a lot without one sorts last. */
export const expiryMillis = (lot: WalletLot) => lot.expiresAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

/** VALID by earliest expiry, then by age, CREDIT last (DOMAIN 4.1): the order of the index `wallet_lots_open`. */
export const inOrder = (lots: ReadonlyArray<WalletLot>) =>
  lots.toSorted((a, b) => {
    const [x, y] = [expiryMillis(a), expiryMillis(b)]
    if (x !== y) return x < y ? -1 : 1
    return a.id < b.id ? -1 : 1
  })

/** An empty move; begin it after locking the wallet, so that `at` orders the wallet's moves. */
export const beginMove = (wallet: OpenWallet, now: DateTime.Utc, newId: () => string): Move => ({
  wallet: { ...wallet, lots: inOrder(wallet.lots) },
  groupId: newId(),
  at: strictlyAfter(wallet.movedAt, now),
  newId,
  entries: [],
  lots: new Map(),
  activities: [],
  settles: null
})

/** The lots with points remaining after the move so far, in order of consumption. */
export const openLots = ({ lots, wallet }: Move): ReadonlyArray<WalletLot> => {
  if (lots.size === 0) return wallet.lots
  const all = new Map(wallet.lots.map((lot) => [lot.id, lot]))
  for (const [id, lot] of lots) all.set(id, lot)
  return inOrder([...all.values()].filter(({ memberId, remaining }) => remaining > 0 && memberId === wallet.memberId))
}

/** The balance of one asset after the move so far; of both by default. */
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

/** The activity type of each entry type (DOMAIN 4.2). */
export const activityTypes = {
  EARN: "earn",
  SPEND: "spend",
  GIFT: "transfer",
  ADJUST: "adjustment",
  EXPIRE: "adjustment"
} as const satisfies Record<EntryType, WalletActivity["type"]>

/**
 * The activity item of an entry (DOMAIN 4.2): a spend is pending until its fulfillment ends, everything else is
 * completed.
 */
const activityOf = (move: Move, entry: WalletEntry, pendingEarn: WalletActivity | undefined): WalletActivity => {
  const { asset, createdAt, description, fulfillmentId, id, memberId, points, reservationId, sourceId, sourceType } =
    entry
  const entryFields = {
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
        ...entryFields
      }
    : { ...pendingEarn, ...entryFields }
}

/** One effect of an entry: points into or out of an existing lot, or into a new lot of the entry's asset. */
export type LotChange =
  | { readonly lot: WalletLot; readonly points: number }
  | { readonly expiresAt: DateTime.Utc | null; readonly points: number }

/** The lot after the change; a new one holds exactly what the entry credits. */
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

/** Adds an entry with the sum of `changes` and its activity item, which completes `pendingEarn` if there is one. */
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
