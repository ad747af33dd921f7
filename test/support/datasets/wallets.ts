import { DateTime } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { beginMove, type Move, type OpenWallet } from "../../../src/domain/wallet/Move.ts"
import type { Asset, WalletLot } from "../../../src/domain/wallet/Wallet.ts"
import { start } from "./walletsDataset.ts"

/** The time `days` after the start. */
export const day = (days: number) => DateTime.add(start, { days })

/** A lot of member 1 that holds `remaining` of `original` points; without an end it is CREDIT. */
export const lot = (
  id: string,
  remaining: number,
  endsOnDay: number | null,
  change: Partial<WalletLot> = {}
): WalletLot => ({
  id,
  memberId: MemberId.make(1),
  asset: endsOnDay === null ? "CREDIT" : "VALID",
  original: remaining,
  remaining,
  expiresAt: endsOnDay === null ? null : day(endsOnDay),
  sourceEntryId: `source of ${id}`,
  createdAt: day(-10),
  ...change
})

/** A generator of ids 1, 2, 3 and so on. */
export const numbered = () => {
  let count = 0
  return () => {
    count += 1
    return `new${count}`
  }
}

export const begin = (lots: ReadonlyArray<WalletLot>, onDay = 0, change: Partial<OpenWallet> = {}): Move =>
  beginMove({ memberId: MemberId.make(1), movedAt: null, lots, ...change }, day(onDay), numbered())

/** The ledger entries of a move: type, asset, points and the moved lots. */
export const written = (move: Move) =>
  move.entries.map(({ asset, movements, points, type }) => [
    type,
    asset,
    points,
    ...movements.map((movement) => `${movement.lotId} ${movement.points}`)
  ])

/** The lots after a move. */
export const held = (move: Move): Readonly<Record<string, readonly [Asset, number, number]>> =>
  Object.fromEntries([...move.lots].map(([id, { asset, original, remaining }]) => [id, [asset, remaining, original]]))
