import { Context, type DateTime, type Effect, type Stream } from "effect"
import type { Asset } from "../wallet/Wallet.ts"
import type { Movement } from "./movementOf.ts"

/** From `from` until `until`, both midnights in UTC. `at` is the last moment of it that has come. */
export interface LiabilityPeriod {
  readonly from: DateTime.Utc
  /** Exclusive: the midnight that ends the last day. */
  readonly until: DateTime.Utc
  readonly at: DateTime.Utc
}

/** Entries of one kind, before the period or in it; `points` as signed in the ledger. */
export interface MovedPoints {
  readonly asset: Asset
  readonly movement: Movement
  readonly isBefore: boolean
  readonly points: number
}

/**
 * Points left in lots by the movements until the end of the period, by the month `YYYY-MM` (UTC) in which their lot
 * ends; null without an end. `isOver`: it has ended, and the EXPIRE entry is still to come (DOMAIN 4.1).
 */
export interface OpenPoints {
  readonly asset: Asset
  readonly month: string | null
  readonly isOver: boolean
  readonly points: number
}

/**
 * Charges of claims. A charge is held from its SPEND entry until its refund's entry or, without a refund, until the audit
 * log's first entry that ends the claim. `opening` and `closing` are held when the period begins and ends; in it,
 * `redeemed` became final by fulfilment and `lapsed` by any other end.
 */
export interface HeldPoints {
  readonly asset: Asset
  readonly opening: number
  readonly redeemed: number
  readonly lapsed: number
  readonly closing: number
}

/** What some members' entries add up to; `entries` is roughly their number. */
export interface LiabilitySums {
  readonly entries: number
  readonly moved: ReadonlyArray<MovedPoints>
  readonly open: ReadonlyArray<OpenPoints>
  readonly held: ReadonlyArray<HeldPoints>
}

/**
 * The ledger as finance asks for it, from rows that never change: entries with their lot movements, the end of a lot,
 * and the audit log. Balances, what lots have left and the status of claims are not read, so that a past day's answer
 * stays.
 */
export class LiabilityBooks extends Context.Service<
  LiabilityBooks,
  {
    /** Runs `read` on one read-only snapshot. Read the stream inside it. */
    readonly snapshot: <A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** The approximate number of entries, for progress reports. */
    readonly count: Effect.Effect<number>
    /** One element for some members at a time: their sums, to be added up. */
    readonly sums: (period: LiabilityPeriod) => Stream.Stream<LiabilitySums>
  }
>()("hub/domain/liability/LiabilityBooks") {}
