import { DateTime, Effect, Layer, Predicate, Stream, TxHashMap } from "effect"
import type { AuditRow } from "../../domain/audit/AuditLog.ts"
import { endedStatuses } from "../../domain/fulfillments/FulfillmentStatus.ts"
import {
  type HeldPoints,
  LiabilityBooks,
  type LiabilityPeriod,
  type LiabilitySums,
  type OpenPoints
} from "../../domain/liability/LiabilityBooks.ts"
import { movementOf } from "../../domain/liability/movementOf.ts"
import { hasPassed } from "../../domain/shared/hasPassed.ts"
import type { WalletEntry, WalletLot } from "../../domain/wallet/Wallet.ts"
import { makeLiabilityBooksSql } from "../../sql/repositories/LiabilityBooksSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(LiabilityBooks, makeLiabilityBooksSql)

const isBefore = (moment: DateTime.Utc | undefined, end: DateTime.Utc) =>
  moment !== undefined && DateTime.isLessThan(moment, end)

const statusIn = ({ after }: AuditRow): string =>
  Predicate.hasProperty(after, "status") && Predicate.isString(after.status) ? after.status : ""

const openOf = (
  entry: WalletEntry,
  lots: ReadonlyMap<string, WalletLot>,
  { at }: LiabilityPeriod
): ReadonlyArray<OpenPoints> =>
  entry.movements.map(({ lotId, points }) => {
    const end = lots.get(lotId)?.expiresAt ?? null
    return {
      asset: entry.asset,
      month: end === null ? null : DateTime.formatIsoDateUtc(end).slice(0, 7),
      isOver: hasPassed(end, at),
      points
    }
  })

/** A charge held by its claim until its end: its refund, or else the change that ended the claim. */
const heldOf = (
  { asset, createdAt, points }: WalletEntry,
  refund: WalletEntry | undefined,
  end: AuditRow | undefined,
  { from, until }: LiabilityPeriod
): HeldPoints => {
  const endedAt = refund?.createdAt ?? end?.createdAt
  const sumIf = (holds: boolean) => (holds ? -points : 0)
  const isFinal =
    refund === undefined && end !== undefined && !isBefore(end.createdAt, from) && isBefore(end.createdAt, until)
  const isRedeemed = end !== undefined && statusIn(end) === "fulfilled"
  return {
    asset,
    opening: sumIf(isBefore(createdAt, from) && !isBefore(endedAt, from)),
    redeemed: sumIf(isFinal && isRedeemed),
    lapsed: sumIf(isFinal && !isRedeemed),
    closing: sumIf(!isBefore(endedAt, until))
  }
}

/**
 * The twin over the in-memory tables. All rows are in memory anyway, so the stream has one element, with one sum per
 * entry.
 */
export const layerMemory = Layer.effect(
  LiabilityBooks,
  Effect.gen(function* () {
    const memory = yield* Memory

    const sumsOf = Effect.fnUntraced(function* (period: LiabilityPeriod) {
      const all = yield* TxHashMap.values(memory.walletEntries)
      const lots = new Map((yield* TxHashMap.values(memory.walletLots)).map((lot) => [lot.id, lot]))
      const refunds = new Map(all.map((entry) => [entry.reversesEntryId, entry]))
      const audit = (yield* TxHashMap.values(memory.auditLog)).toSorted((a, b) => b.id - a.id)
      const ends = new Map(
        audit.filter((row) => endedStatuses.includes(statusIn(row))).map((row) => [row.subject, row])
      )
      const entries = all.filter(({ createdAt }) => isBefore(createdAt, period.until))
      return {
        entries: all.length,
        moved: entries.map((entry) => ({
          asset: entry.asset,
          movement: movementOf(entry),
          isBefore: isBefore(entry.createdAt, period.from),
          points: entry.points
        })),
        open: entries.flatMap((entry) => openOf(entry, lots, period)),
        held: entries
          .filter(({ type }) => type === "SPEND")
          .map((entry) => heldOf(entry, refunds.get(entry.id), ends.get(`fulfillment:${entry.fulfillmentId}`), period))
      } satisfies LiabilitySums
    })

    return LiabilityBooks.of({
      snapshot: Effect.tx,
      count: Effect.tx(TxHashMap.size(memory.walletEntries)),
      sums: (period) => Stream.fromEffect(Effect.tx(sumsOf(period)))
    })
  })
)
