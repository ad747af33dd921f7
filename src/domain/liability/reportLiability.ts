import { DateTime, Effect, Stream } from "effect"
import { addDays } from "../shared/calendar.ts"
import type { Asset } from "../wallet/Wallet.ts"
import { LiabilityBooks, type LiabilityPeriod, type LiabilitySums } from "./LiabilityBooks.ts"
import { LedgerDisagrees } from "./LiabilityErrors.ts"
import { makeTally } from "./makeTally.ts"
import type { Movement } from "./movementOf.ts"

/**
 * The points of one asset. `opening` plus the signed movements equals `closing`. `overdue` is the part of `closing`
 * whose lots have expired but whose EXPIRE entries are still pending.
 */
export interface AssetLiability extends Readonly<Record<Movement, number>> {
  readonly asset: Asset
  readonly opening: number
  readonly closing: number
  readonly overdue: number
  /** `closing` by month of expiry, ascending; `month` is null for points that never expire. */
  readonly expiring: ReadonlyArray<{ readonly month: string | null; readonly points: number }>
  /** Points charged to open claims, not included in the balance above; also a sum of signed figures. */
  readonly held: {
    readonly opening: number
    readonly charged: number
    readonly refunded: number
    readonly redeemed: number
    readonly lapsed: number
    readonly closing: number
  }
}

/** The points outstanding at the end of `asOf`, and the changes since the beginning of `from`; days are UTC. */
export interface LiabilityReport {
  readonly from: string
  readonly asOf: string
  /** False while `asOf` has not ended: the report then covers it until now. */
  readonly isFinal: boolean
  readonly assets: ReadonlyArray<AssetLiability>
}

const midnight = (date: string) => DateTime.makeUnsafe(`${date}T00:00:00Z`)

const periodOf = ({ asOf, from }: Pick<LiabilityReport, "asOf" | "from">, now: DateTime.Utc): LiabilityPeriod => {
  const until = midnight(addDays(asOf, 1))
  return { from: midnight(from), until, at: DateTime.min(now, DateTime.subtract(until, { milliseconds: 1 })) }
}

/**
 * Reports the points outstanding at the end of a day from entries alone, independent of later changes: reports of past
 * days never change (DOMAIN 4). Reads in portions; `onProgress` receives the number of entries read and their
 * approximate total. Fails if entries and lot movements disagree.
 */
export const reportLiability = Effect.fn("reportLiability")(function* (
  days: Pick<LiabilityReport, "asOf" | "from">,
  onProgress: (progress: { readonly read: number; readonly entries: number }) => Effect.Effect<void> = () => Effect.void
) {
  const books = yield* LiabilityBooks
  const now = yield* DateTime.now
  const period = periodOf(days, now)
  const tally = makeTally()
  let read = 0
  const add = (sums: LiabilitySums) => {
    tally.add(sums)
    read += sums.entries
  }
  yield* books.snapshot(
    Effect.gen(function* () {
      const entries = yield* books.count
      yield* Stream.runForEach(books.sums(period), (sums) =>
        Effect.suspend(() => {
          add(sums)
          return onProgress({ read: Math.min(read, entries), entries })
        })
      )
      yield* onProgress({ read: entries, entries })
    })
  )
  const assets = tally.assets()
  for (const { asset, closing, expiring } of assets) {
    const byLots = expiring.reduce((sum, { points }) => sum + points, 0)
    if (byLots !== closing) return yield* new LedgerDisagrees({ asset, byEntries: closing, byLots })
  }
  const isFinal = DateTime.isGreaterThanOrEqualTo(now, period.until)
  return { from: days.from, asOf: days.asOf, isFinal, assets } satisfies LiabilityReport
})
