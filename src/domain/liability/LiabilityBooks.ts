import { Context, type DateTime, type Effect, type Stream } from "effect"
import type { Asset } from "../wallet/Wallet.ts"
import type { Movement } from "./movementOf.ts"

/** From `from` until `until`, both midnights in UTC. `at` is its last moment, or now if it has not ended. */
export interface LiabilityPeriod {
  readonly from: DateTime.Utc
  /** Exclusive: the midnight after the last day. */
  readonly until: DateTime.Utc
  readonly at: DateTime.Utc
}

/** The sum of one kind of entries, before the period or within it; `points` signed as in the ledger. */
export interface MovedPoints {
  readonly asset: Asset
  readonly movement: Movement
  readonly isBefore: boolean
  readonly points: number
}

/**
 * Points remaining in lots at the end of the period, by the month `YYYY-MM` (UTC) in which the lot expires; null if it
 * does not. `isOver`: the lot is past its expiry, but its EXPIRE entry is still pending (DOMAIN 4.1).
 */
export interface OpenPoints {
  readonly asset: Asset
  readonly month: string | null
  readonly isOver: boolean
  readonly points: number
}

/**
 * Points charged to claims. A charge is held from its SPEND entry until the entry of its refund or, without a refund,
 * until the first audit log entry that ends the claim. `opening` and `closing` are held at the start and end of the
 * period; within it, `redeemed` became final through fulfilment and `lapsed` through any other end.
 */
export interface HeldPoints {
  readonly asset: Asset
  readonly opening: number
  readonly redeemed: number
  readonly lapsed: number
  readonly closing: number
}

/** The sums of some members' entries; `entries` is their approximate number. */
export interface LiabilitySums {
  readonly entries: number
  readonly moved: ReadonlyArray<MovedPoints>
  readonly open: ReadonlyArray<OpenPoints>
  readonly held: ReadonlyArray<HeldPoints>
}

/**
 * The ledger for financial reports, derived only from immutable rows: entries with their lot movements, lot expiries,
 * and the audit log. Balances, remaining lot points and claim statuses are not read, so that reports of past days never
 * change.
 */
export class LiabilityBooks extends Context.Service<
  LiabilityBooks,
  {
    /** Runs `read` on one read-only snapshot. Read the stream inside it. */
    readonly snapshot: <A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** The approximate number of entries, for progress reports. */
    readonly count: Effect.Effect<number>
    /** Partial sums to be added up, each for a group of members. */
    readonly sums: (period: LiabilityPeriod) => Stream.Stream<LiabilitySums>
  }
>()("hub/domain/liability/LiabilityBooks") {}
